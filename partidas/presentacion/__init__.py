"""How what is stored is shown: text to HTML. No model, no URL, no permission lives here."""
