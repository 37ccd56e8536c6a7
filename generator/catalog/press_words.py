"""What Gatepress itself prints, and its words in other languages; a translation may have others for a game.

A language that has no words here falls back to English. What a rulebook says is missed in a translation then,
for players read it; what sheets say is for whoever prints them.
"""

from __future__ import annotations

from collections.abc import Mapping

BOOK_WORDS = (
    "Contents",
    "by {designer}",
    "{least} to {most} players",
    "{number} players",
    "{title} by {designer}",
    "Version {version}.",
    "After {source}",
    "Rules and texts: {licence}",
    "Set in {fonts}.",
    "and",
    "Icons: {packs}.",
    "{title}: rules",
    "{title} · rules {version}",
    "Print on both sides at 100 %, turned over the short edge. Lay the sheets into one another and fold.",
)
"""What rulebooks say by themselves; which of it depends on their form and length."""

_GERMAN = {
    "Contents": "Inhalt",
    "by {designer}": "von {designer}",
    "{least} to {most} players": "{least} bis {most} Personen",
    "{number} players": "{number} Personen",
    "{title} by {designer}": "{title} von {designer}",
    "Version {version}.": "Version {version}.",
    "After {source}": "Nach {source}",
    "Rules and texts: {licence}": "Regeln und Texte: {licence}",
    "Set in {fonts}.": "Gesetzt aus {fonts}.",
    "and": "und",
    "Icons: {packs}.": "Symbole: {packs}.",
    "{title}: rules": "{title}: Spielregeln",
    "{title} · rules {version}": "{title} · Spielregeln {version}",
    "Print on both sides at 100 %, turned over the short edge. Lay the sheets into one another and fold.": (
        "Beidseitig bei 100 % drucken, über die kurze Kante gewendet. Die Bogen ineinanderlegen und falten."
    ),
    # What is read aloud of a rulebook's pictures.
    "Picture": "Bild",
    "Picture: {words}": "Bild: {words}",
    "Card: {name}": "Karte: {name}",
    "Back of {name}": "Rückseite von {name}",
    "Back of a card": "Rückseite einer Karte",
    "The cover of {title}": "Das Titelbild von {title}",
    "an empty place": "ein leerer Platz",
    "a card face down": "eine verdeckte Karte",
    "{card}, crossed out": "{card}, durchgestrichen",
    "{card}, turned to the left": "{card}, nach links gedreht",
    "{card}, turned to the right": "{card}, nach rechts gedreht",
    "{card}, under {others}": "{card}, darauf {others}",
    # Sheets.
    "print at 100 %": "bei 100 % drucken",
    "page {page} of {pages}": "Seite {page} von {pages}",
    "fronts": "Vorderseiten",
    "backs": "Rückseiten",
    "fronts and backs": "Vorder- und Rückseiten",
    "card": "Karte",
    "{n} more": "{n} weitere",
    "only {cards}": "nur {cards}",
    "NOT A LEGAL DECK: {fault}": "KEIN GÜLTIGES DECK: {fault}",
    "glue": "kleben",
    "cut off · {tile} goes over {other}": "abschneiden · {tile} kommt über {other}",
    "glue · join to {other}": "kleben · mit {other} verbinden",
    "row {row}, column {column} of {rows} × {columns} pages · "
    "cut along the lines on the left and above, glue on the hatched strips": (
        "Reihe {row}, Spalte {column} von {rows} × {columns} Seiten · "
        "links und oben an den Linien schneiden, auf den schraffierten Streifen kleben"
    ),
    # Contact sheets.
    "{title}: contact sheet": "{title}: Kontaktbogen",
    "{fronts} at {scale} % of their size": "{fronts} bei {scale} % ihrer Größe",
    "all fronts": "alle Vorderseiten",
    "continued": "Fortsetzung",
    "{copies}, {n} different": "{copies}, {n} verschiedene",
    "at {scale} %": "bei {scale} %",
}
_FRENCH = {
    "Contents": "Sommaire",
    "by {designer}": "de {designer}",
    "{least} to {most} players": "{least} à {most} joueurs",
    "{number} players": "{number} joueurs",
    "{title} by {designer}": "{title}, de {designer}",
    "Version {version}.": "Version {version}.",
    "After {source}": "D’après {source}",
    "Rules and texts: {licence}": "Règles et textes\u00a0: {licence}",
    "Set in {fonts}.": "Composé en {fonts}.",
    "and": "et",
    "Icons: {packs}.": "Icônes\u00a0: {packs}.",
    "{title}: rules": "{title}\u00a0: règles du jeu",
    "{title} · rules {version}": "{title} · règles du jeu {version}",
    "Print on both sides at 100 %, turned over the short edge. Lay the sheets into one another and fold.": (
        "À imprimer à 100 %, recto verso, retourné sur le bord court. Emboîtez les feuilles et pliez."
    ),
    "Picture": "Image",
    "Picture: {words}": "Image\u00a0: {words}",
    "Card: {name}": "Carte\u00a0: {name}",
    "Back of {name}": "Dos de {name}",
    "Back of a card": "Dos d’une carte",
    "The cover of {title}": "La couverture de {title}",
    "an empty place": "un emplacement vide",
    "a card face down": "une carte face cachée",
    "{card}, crossed out": "{card}, barrée",
    "{card}, turned to the left": "{card}, tournée vers la gauche",
    "{card}, turned to the right": "{card}, tournée vers la droite",
    "{card}, under {others}": "{card}, sous {others}",
    "print at 100 %": "à imprimer à 100 %",
    "page {page} of {pages}": "page {page} sur {pages}",
    "fronts": "recto",
    "backs": "verso",
    "fronts and backs": "recto et verso",
    "card": "carte",
    "{n} more": "{n} autres",
    "only {cards}": "seulement {cards}",
    "NOT A LEGAL DECK: {fault}": "DECK NON VALIDE\u00a0: {fault}",
    "glue": "coller",
    "cut off · {tile} goes over {other}": "à couper · {tile} passe sur {other}",
    "glue · join to {other}": "à coller · joindre à {other}",
    "row {row}, column {column} of {rows} × {columns} pages · "
    "cut along the lines on the left and above, glue on the hatched strips": (
        "rangée {row}, colonne {column} sur {rows} × {columns} pages · "
        "coupez le long des lignes à gauche et en haut, collez sur les bandes hachurées"
    ),
    "{title}: contact sheet": "{title}\u00a0: planche-contact",
    "{fronts} at {scale} % of their size": "{fronts} à {scale} % de leur taille",
    "all fronts": "tous les rectos",
    "continued": "suite",
    "{copies}, {n} different": "{copies}, dont {n} différentes",
    "at {scale} %": "à {scale} %",
}
_BY_LANGUAGE: Mapping[str, Mapping[str, str]] = {"de": _GERMAN, "fr": _FRENCH}
PRESS_WORDS = tuple(_GERMAN)
"""All that Gatepress prints by itself, in English."""


def press_words(language: str) -> Mapping[str, str]:
    """The words of a language by those of English; none where nobody has translated them."""
    return _BY_LANGUAGE.get(language.partition("-")[0], {})
