"""Pictures as files: the same pixels give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

SOFTWARE = "Gatepress"
SECOND = 1000
"""Milliseconds that a GIF shows each of its pictures."""
MAX_COLOURS = 255
"""Of a GIF's palette, beside the transparent one."""


def save_png(picture: Image, path: Path, dpi: float, copyright_notice: str = "") -> None:
    """Writes a PNG file that names its resolution and, if there is one, a notice. Raises OSError."""
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Software", SOFTWARE)
    if copyright_notice:
        info.add_itxt("Copyright", copyright_notice)
    picture.save(path, "PNG", dpi=(dpi, dpi), pnginfo=info, compress_level=6)


def save_jpeg(picture: Image, path: Path, dpi: float, quality: int) -> None:
    """Writes a JPEG file without subsampled colours, which would blur small type. Raises OSError."""
    picture.convert("RGB").save(path, "JPEG", quality=quality, subsampling=0, dpi=(round(dpi), round(dpi)))


def save_gif(pictures: Sequence[Image], path: Path) -> None:
    """Writes a GIF that shows one picture after the other, for a second each, without end. Raises OSError."""
    frames = [_reduced(picture) for picture in pictures]
    frames[0].save(
        path,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=SECOND,
        loop=0,
        disposal=2,
        transparency=MAX_COLOURS,
        optimize=False,
    )


def _reduced(picture: Image) -> Image:
    """A picture with a palette of its own; where it is more transparent than not, it is so altogether."""
    from PIL import Image

    opaque = picture.convert("RGB").quantize(MAX_COLOURS, method=Image.Quantize.MEDIANCUT)
    if picture.mode == "RGBA":
        clear = picture.getchannel("A").point(lambda alpha: 255 if alpha < 128 else 0)
        opaque.paste(MAX_COLOURS, mask=clear)
    return opaque
