"""Where pictures come from: cameras, streams, recordings. One thread owns a source and alone reads it."""
