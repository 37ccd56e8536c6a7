"""Painting on reportlab: operators, fonts, pictures and the document."""
