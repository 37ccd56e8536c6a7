"""What a PDF file says about itself: in its Info dictionary, and as XMP (ISO 16684-1)."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.catalog.models import Game
from generator.press.pdf import PDFDictionary, PDFName, PDFStream, document_date

CREATOR = "Gatepress"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
ESCAPED = dict.fromkeys([*range(0x20), 0xFFFE, 0xFFFF], " ") | {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
}
"""Marks of XML, and what it can't hold."""


class Metadata(NamedTuple):
    """What a document is, and whose."""

    title: str
    author: str = ""
    subject: str = ""
    language: str = "en"
    """BCP 47."""
    rights: str = ""
    """Who may do what with it, in words."""


def metadata_of(game: Game, title: str, subject: str) -> Metadata:
    """What a file of a game says about itself."""
    return Metadata(title, game.designer or "", subject, game.language, _rights_of(game))


def _rights_of(game: Game) -> str:
    """Empty for a game that says nothing of licences; few do."""
    if game.licence is None and not game.licences:
        return ""
    from generator.catalog.licences import rights_of

    return rights_of(game)


def xmp_stream(about: Metadata, producer: str, *, is_accessible: bool) -> Any:
    """The metadata stream of a document; ``is_accessible``: it says that it keeps to PDF/UA-1."""
    dictionary = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    # Not compressed: programs that know nothing of PDF find it.
    return PDFStream(dictionary, _packet(about, producer, is_accessible).encode("utf-8"), [])


def _packet(about: Metadata, producer: str, is_accessible: bool) -> str:
    date = document_date()
    entries = [
        "<dc:format>application/pdf</dc:format>",
        _alternatives("dc:title", about.title),
        _row("dc:creator", "Seq", about.author),
        _alternatives("dc:description", about.subject),
        _row("dc:language", "Bag", about.language),
        _alternatives("dc:rights", about.rights),
        f"<xmp:CreatorTool>{CREATOR}</xmp:CreatorTool>",
        f"<xmp:CreateDate>{date.isoformat()}</xmp:CreateDate>" if date else "",
        f"<xmp:ModifyDate>{date.isoformat()}</xmp:ModifyDate>" if date else "",
        f"<pdf:Producer>{_text(producer)}</pdf:Producer>",
        "<pdfuaid:part>1</pdfuaid:part>" if is_accessible else "",
    ]
    spaces = {
        "dc": "http://purl.org/dc/elements/1.1/",
        "xmp": "http://ns.adobe.com/xap/1.0/",
        "pdf": "http://ns.adobe.com/pdf/1.3/",
        **({"pdfuaid": "http://www.aiim.org/pdfua/ns/id/"} if is_accessible else {}),
    }
    names = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in spaces.items())
    body = "\n".join(entry for entry in entries if entry)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/">\n<rdf:RDF xmlns:rdf="{RDF}">\n'
        f'<rdf:Description rdf:about="" {names}>\n{body}\n'
        '</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>\n'
    )


def _alternatives(name: str, text: str) -> str:
    """A text in the one language that there is, which is the default."""
    if not text:
        return ""
    item = f'<rdf:li xml:lang="x-default">{_text(text)}</rdf:li>'
    return f"<{name}><rdf:Alt>{item}</rdf:Alt></{name}>"


def _row(name: str, kind: str, text: str) -> str:
    return f"<{name}><rdf:{kind}><rdf:li>{_text(text)}</rdf:li></rdf:{kind}></{name}>" if text else ""


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8").translate(ESCAPED)
