"""The actions of Savage Worlds, by subject."""
