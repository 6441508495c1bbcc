"""Elcano to print and play, drawn for this project."""
