"""The twenty-seven actions of Lemuria, by family."""
