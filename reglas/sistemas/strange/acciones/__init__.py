"""The actions of The Strange, by subject."""
