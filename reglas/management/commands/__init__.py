"""Commands of the rules app, one a module."""
