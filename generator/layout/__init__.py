"""From a card and a template to drawing: Jinja, the layout vocabulary, themes, fonts, icons, text."""
