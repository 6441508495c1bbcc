"""The law of Columbus: across the Atlantic on tiles, and home again."""
