"""The forms of accounts: entering, settings, and the screens of the staff."""
