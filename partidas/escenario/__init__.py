"""The fixture of the security tests: a cast, one thing of each kind with its own canary, and who may see each."""
