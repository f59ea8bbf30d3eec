"""The pure core of the rules engine: no Django, no clock, no environment, no global state."""
