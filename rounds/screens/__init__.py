"""What each page shows, as plain values built from settled rounds: no requests, no HTML."""
