"""The game systems, one folder each. `reglas.motor.sistemas` finds them; nothing else names one."""
