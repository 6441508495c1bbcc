"""Measurements on virtual devices: the laboratory behind ``companion buttons bench``."""
