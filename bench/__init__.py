"""Benchmarks that need more than the product: the simulated board, a browser, a public peer."""
