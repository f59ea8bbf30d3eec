"""Searching: how words are compared, what was asked, how each database answers, and the excerpt that is shown.

Nothing here decides who may read what: `partidas.consultas.busqueda` starts from the gate and uses these.
"""
