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
    # The calibration page.
    "Printer calibration": "Druckerkalibrierung",
    "Calibrate your printer": "Kalibriere deinen Drucker",
    "long": "lange",
    "short": "kurze",
    "left": "links",
    "right": "rechts",
    "top": "oben",
    "bottom": "unten",
    "across": "quer",
    "down": "hoch",
    "For {paper} paper, turned over its {edge} edge": "Für Papier {paper}, gewendet über die {edge} Kante",
    "The back is corrected for the printer {printer}.": (
        "Die Rückseite ist für den Drucker {printer} korrigiert."
    ),
    "Print both pages on one sheet of paper: at 100 %, two-sided, flipped on the {edge} edge.": (
        "Drucke beide Seiten auf ein Blatt: bei 100 %, beidseitig, über die {edge} Kante gewendet."
    ),
    "Hold the sheet against a window or a lamp, with this side towards you. Each scale has numbers "
    "on this side, and a triangle with lines and numbers that shines through from behind.": (
        "Halte das Blatt gegen ein Fenster oder eine Lampe, diese Seite zu dir. Jede Skala hat auf dieser "
        "Seite Zahlen; von hinten scheint ein Dreieck mit Linien und Zahlen durch."
    ),
    "Read all eight scales. The number that the triangle has reached or passed is the whole. For the "
    "tenths, look at the lines behind: one of them runs straight into a line of this side, and its "
    "number is the tenth. If that is the line of the triangle itself, take the number that it points "
    "at, and 0. A scale that reads {exact} is exact.": (
        "Lies alle acht Skalen ab. Die Zahl, die das Dreieck erreicht oder überschritten hat, ist das "
        "Ganze. Für die Zehntel achte auf die Linien dahinter: Eine davon geht gerade in eine Linie dieser "
        "Seite über, und ihre Zahl ist das Zehntel. Ist es die Linie des Dreiecks selbst, so nimm die "
        "Zahl, auf die es zeigt, und 0. Eine Skala, die {exact} zeigt, ist genau."
    ),
    "This one reads {reading}:": "Diese zeigt {reading}:",
    "the triangle is past {whole}, and line {tenth} behind runs straight into a line.": (
        "Das Dreieck ist über {whole} hinaus, und Linie {tenth} dahinter geht gerade in eine Linie über."
    ),
    "Type this on one line, with your readings, across x down:": (
        "Tippe dies in eine Zeile, mit deinen Werten, quer x hoch:"
    ),
    "Type this on one line, with your readings, across x down, and a name for your printer:": (
        "Tippe dies in eine Zeile, mit deinen Werten, quer x hoch, und einem Namen für deinen Drucker:"
    ),
    "What it means, seen from this side: more than 5 across, and the back lies too far to the right "
    "at that edge; more than 5 down, too low. If left and right differ across, or top and bottom "
    "differ down, the back is too large or too small. If left and right differ down, it is turned.": (
        "Was es bedeutet, von dieser Seite gesehen: quer mehr als 5, und die Rückseite liegt an dieser "
        "Kante zu weit rechts; hoch mehr als 5, zu tief. Unterscheiden sich links und rechts quer, oder "
        "oben und unten hoch, so ist die Rückseite zu groß oder zu klein. Unterscheiden sich links und "
        "rechts hoch, so ist sie verdreht."
    ),
    "From then on Gatepress corrects the backs of sheets on this paper. To see what is left, print "
    "this page corrected, with gatepress calibrate --printer {printer}: all "
    "scales should read {exact}, and a needle through the cross in a corner should come out at "
    "the cross behind it.": (
        "Von da an korrigiert Gatepress die Rückseiten auf diesem Papier. Um zu sehen, was noch fehlt, "
        "drucke diese Seite korrigiert, mit gatepress calibrate --printer {printer}: Alle Skalen sollten "
        "{exact} zeigen, und eine Nadel durch das Kreuz in einer Ecke sollte hinten am Kreuz herauskommen."
    ),
    "This is the back: read the other side.": "Dies ist die Rückseite: Lies die andere Seite.",
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
    "Printer calibration": "Calibrage de l’imprimante",
    "Calibrate your printer": "Calibrez votre imprimante",
    "long": "long",
    "short": "court",
    "left": "gauche",
    "right": "droite",
    "top": "haut",
    "bottom": "bas",
    "across": "largeur",
    "down": "hauteur",
    "For {paper} paper, turned over its {edge} edge": "Pour le papier {paper}, retourné sur le bord {edge}",
    "The back is corrected for the printer {printer}.": "Le verso est corrigé pour l’imprimante {printer}.",
    "Print both pages on one sheet of paper: at 100 %, two-sided, flipped on the {edge} edge.": (
        "Imprimez les deux pages sur une feuille\u00a0: à 100 %, recto verso, retournée sur le bord {edge}."
    ),
    "Hold the sheet against a window or a lamp, with this side towards you. Each scale has numbers "
    "on this side, and a triangle with lines and numbers that shines through from behind.": (
        "Tenez la feuille contre une vitre ou une lampe, ce côté vers vous. Chaque échelle a des chiffres "
        "de ce côté, et un triangle avec des traits et des chiffres transparaît de derrière."
    ),
    "Read all eight scales. The number that the triangle has reached or passed is the whole. For the "
    "tenths, look at the lines behind: one of them runs straight into a line of this side, and its "
    "number is the tenth. If that is the line of the triangle itself, take the number that it points "
    "at, and 0. A scale that reads {exact} is exact.": (
        "Lisez les huit échelles. Le nombre que le triangle a atteint ou dépassé est l’entier. Pour les "
        "dixièmes, regardez les traits de derrière\u00a0: l’un d’eux prolonge exactement un trait de ce "
        "côté, et son chiffre est le dixième. Si c’est le trait du triangle même, prenez le nombre qu’il "
        "indique, et 0. Une échelle qui indique {exact} est exacte."
    ),
    "This one reads {reading}:": "Celle-ci indique {reading}\u00a0:",
    "the triangle is past {whole}, and line {tenth} behind runs straight into a line.": (
        "le triangle a dépassé {whole}, et le trait {tenth} de derrière prolonge un trait."
    ),
    "Type this on one line, with your readings, across x down:": (
        "Tapez ceci sur une ligne, avec vos lectures, largeur x hauteur\u00a0:"
    ),
    "Type this on one line, with your readings, across x down, and a name for your printer:": (
        "Tapez ceci sur une ligne, avec vos lectures, largeur x hauteur, et un nom pour votre "
        "imprimante\u00a0:"
    ),
    "What it means, seen from this side: more than 5 across, and the back lies too far to the right "
    "at that edge; more than 5 down, too low. If left and right differ across, or top and bottom "
    "differ down, the back is too large or too small. If left and right differ down, it is turned.": (
        "Ce que cela veut dire, vu de ce côté\u00a0: plus de 5 en largeur, et le verso est trop à droite à "
        "ce bord\u00a0; plus de 5 en hauteur, trop bas. Si gauche et droite diffèrent en largeur, ou haut "
        "et bas en hauteur, le verso est trop grand ou trop petit. Si gauche et droite diffèrent en "
        "hauteur, il est tourné."
    ),
    "From then on Gatepress corrects the backs of sheets on this paper. To see what is left, print "
    "this page corrected, with gatepress calibrate --printer {printer}: all "
    "scales should read {exact}, and a needle through the cross in a corner should come out at "
    "the cross behind it.": (
        "Dès lors, Gatepress corrige les versos sur ce papier. Pour voir ce qui reste, imprimez cette page "
        "corrigée, avec gatepress calibrate --printer {printer}\u00a0: toutes les échelles devraient "
        "indiquer {exact}, et une aiguille piquée dans la croix d’un coin ressortir à la croix de derrière."
    ),
    "This is the back: read the other side.": "Ceci est le verso\u00a0: lisez l’autre côté.",
}
_BY_LANGUAGE: Mapping[str, Mapping[str, str]] = {"de": _GERMAN, "fr": _FRENCH}
PRESS_WORDS = tuple(_GERMAN)
"""All that Gatepress prints by itself, in English."""


def press_words(language: str) -> Mapping[str, str]:
    """The words of a language by those of English; none where nobody has translated them."""
    return _BY_LANGUAGE.get(language.partition("-")[0], {})
