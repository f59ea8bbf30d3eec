"""Commands of the rules app."""
