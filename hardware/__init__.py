"""What is built and printed around the companion: boards, enclosures, cards."""
