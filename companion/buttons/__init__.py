"""Presses in: wire protocol, serial link, clock fit, GPIO."""
