"""What colours are painted with: red, green and blue on screens, or the four inks of a print house.

RGB is converted to CMYK by a formula (:func:`~generator.layout.colour.inks_of`) or by a print house's ICC
profile. Either way greys print with black alone, and no colour takes more ink than the limit; only inks that
the designer gave are left as they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from generator.catalog.paths import MIB, read_bytes, shown_path
from generator.catalog.problems import InputError, Place
from generator.layout.colour import Cmyk, Colour, inks_of, seen

if TYPE_CHECKING:
    from generator.layout.pictures import Picture

INK_LIMIT = 2.4
"""All inks together, as shares of the paper: what most digital presses take."""
MAX_PROFILE = 32 * MIB
ROWS = 32
"""Of a picture, that are converted at a time."""
MOST_CODE = 0xFFFFFF
"""The largest of the numbers that stand for colours of 8 bits a channel."""
BLACK = 3
"""Of 255: with no more light than this a pixel is black. JPEG files blur it that much."""


def number(value: float) -> str:
    """Three decimals (a thousandth of a millimetre), never an exponent."""
    return f"{round(value, 3):.8g}"


class Inks(Hashable, Protocol):
    """How a document's colours are written."""

    space: str
    """The colour space of gradients."""

    def fill(self, colour: Colour) -> str:
        """The operator that sets a colour to fill with."""

    def stroke(self, colour: Colour) -> str:
        """The operator that sets a colour to draw lines with."""

    def channels(self, colour: Colour) -> Sequence[float]:
        """A colour in the colour space of gradients."""


class ScreenInks:
    """Red, green and blue; grey where they are equal, so that black text prints with black ink only."""

    space = "DeviceRGB"

    def fill(self, colour: Colour) -> str:
        if colour.red == colour.green == colour.blue:
            return f"{number(colour.red)} g"
        return f"{number(colour.red)} {number(colour.green)} {number(colour.blue)} rg"

    def stroke(self, colour: Colour) -> str:
        operator = self.fill(colour)
        return operator[:-2] + "RG" if operator.endswith("rg") else operator[:-1] + "G"

    def channels(self, colour: Colour) -> Sequence[float]:
        return colour[:3]


SCREEN = ScreenInks()


class Profile:
    """A print house's ICC profile.

    Raises :class:`InputError` for a file that is none, or none for four inks.
    """

    def __init__(self, path: Path) -> None:
        from io import BytesIO

        from PIL import ImageCms

        self.path = path
        place = Place(shown_path(path))
        self.data = read_bytes(path, place, MAX_PROFILE)
        hint = "a print house says which profile it prints by, such as PSOcoated_v3.icc"
        try:
            profile = ImageCms.ImageCmsProfile(BytesIO(self.data))
            space = profile.profile.xcolor_space.strip()
            self.name = ImageCms.getProfileDescription(profile).strip()
        except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
            raise InputError("not an ICC profile", place=place, hint=hint) from None
        if space != "CMYK":
            raise InputError(f"expected a profile for CMYK, got one for {space}", place=place, hint=hint)
        if profile.profile.device_class.strip() != "prtr":
            raise InputError("expected the profile of a printer", place=place, hint=hint)
        how = (ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION)
        screen = ImageCms.createProfile("sRGB")
        try:
            self._transform: Any = ImageCms.buildTransform(screen, profile, "RGB", "CMYK", *how)
            self._back: Any = ImageCms.buildTransform(profile, screen, "CMYK", "RGB", *how)
        except ImageCms.PyCMSError:
            raise InputError(
                "the ICC profile can't be used to convert colours", place=place, hint=hint
            ) from None

    def __reduce__(self) -> tuple[type[Profile], tuple[Path]]:
        return Profile, (self.path,)

    def image(self, image: Any) -> Any:
        """An RGB picture in its inks."""
        from PIL import ImageCms

        return ImageCms.applyTransform(image, self._transform)

    def shown(self, cmyk: Any) -> Any:
        """What a screen shows of an array of rows, columns and inks."""
        import numpy
        from PIL import Image, ImageCms

        image = Image.frombytes("CMYK", (cmyk.shape[1], cmyk.shape[0]), cmyk.tobytes())
        return numpy.asarray(ImageCms.applyTransform(image, self._back))

    def colour(self, colour: Colour) -> Cmyk:
        from PIL import Image

        rgb = tuple(round(255 * channel) for channel in colour[:3])
        pixel = self.image(Image.new("RGB", (1, 1), rgb)).getpixel((0, 0))
        return Cmyk(*(ink / 255 for ink in pixel))


class PressInks:
    """Cyan, magenta, yellow and black, at most ``limit`` (1 to 4) of all together."""

    space = "DeviceCMYK"

    def __init__(self, limit: float = INK_LIMIT, profile: Profile | None = None) -> None:
        self.limit = limit
        self.profile = profile
        self._chosen: dict[Colour, Cmyk] = {}
        self._shown: dict[tuple[float, ...], Colour] = {}
        """What inks were chosen for which colour, first come first kept."""
        self.heaviest: dict[Path, float] = {}
        """Of CMYK pictures, which are left as they are: the most ink on any of their pixels."""
        self.reduced: set[Path] = set()
        """Pictures of which fewer pixels were taken than they have."""
        self.weighed: dict[bytes, float] = {}
        """By the digest of what a file has of a picture: no pixel takes more ink."""

    def cmyk(self, colour: Colour) -> Cmyk:
        """The inks for a colour; those that the designer gave, whatever they come to."""
        inks = self._chosen.get(colour)
        if inks is None:
            inks = Cmyk(*colour.cmyk) if colour.cmyk else limited(self._inks_of(colour), self.limit)
            self._chosen[colour] = inks
            self._shown.setdefault(_written(inks), colour)
        return inks

    def _inks_of(self, colour: Colour) -> Cmyk:
        is_grey = max(colour[:3]) - min(colour[:3]) < 0.5 / 255
        return inks_of(colour) if self.profile is None or is_grey else self.profile.colour(colour)

    def shown(self, inks: Sequence[float]) -> tuple[float, float, float]:
        """The red, green and blue that these inks were chosen for."""
        colour = self._shown.get(_written(inks))
        return seen(Cmyk(*inks)) if colour is None else colour[:3]

    def shown_pixels(self, cmyk: Any) -> Any:
        """The same for the pixels of a picture, as an array of rows, columns and red, green and blue."""
        import numpy

        if self.profile is not None:
            return self.profile.shown(cmyk)
        light = (255 - cmyk[:, :, :3].astype(numpy.float32)) * (255 - cmyk[:, :, 3:].astype(numpy.float32))
        return (light / 255).round().astype(numpy.uint8)

    def fill(self, colour: Colour) -> str:
        return f"{' '.join(map(number, self.cmyk(colour)))} k"

    def stroke(self, colour: Colour) -> str:
        return f"{' '.join(map(number, self.cmyk(colour)))} K"

    def channels(self, colour: Colour) -> Sequence[float]:
        return self.cmyk(colour)

    def pixels(self, image: Any) -> Any:
        """An RGB picture in its inks, as an array of rows, columns and four inks (0 to 255)."""
        import numpy

        rgb = numpy.asarray(image, dtype=numpy.uint8)
        if self.profile is None:
            cmyk = formula_pixels(rgb)
        else:
            cmyk = numpy.array(self.profile.image(image))
            cmyk[rgb.max(axis=2) <= BLACK] = (0, 0, 0, 255)
        return limited_pixels(cmyk, self.limit)

    def painted(self) -> list[tuple[tuple[float, ...], Colour]]:
        """The inks that were painted with and the colours they were chosen for, the first come last."""
        return [*reversed(self._shown.items())]

    def note(self, picture: Picture, total: float) -> None:
        """Remembers how much ink a CMYK picture takes."""
        self.heaviest[picture.path] = max(total, self.heaviest.get(picture.path, 0.0))

    def weigh(self, stored: bytes, total: float) -> None:
        """Remembers that no pixel takes more ink of a picture that a file has as these bytes."""
        self.weighed[hashlib.sha256(stored).digest()] = total


class DrawnInks:
    """The inks of one file's drawings, in which every colour that was painted has those it has elsewhere.

    Drawings have many pixels and few colours, so that each colour is converted once.
    """

    def __init__(self, inks: PressInks) -> None:
        import numpy

        self._inks = inks
        self.heaviest = 0.0
        """No pixel had more ink."""
        self._is_known = numpy.zeros(MOST_CODE + 1, dtype=bool)
        # Memory is taken only for the parts of it that are written to.
        self._table = numpy.empty(MOST_CODE + 1, dtype=numpy.uint32)
        painted = inks.painted()
        if painted:
            # The last of those with the same code is the one that stays.
            of_painted = [[int(255 * ink) for ink in chosen] for chosen, _ in painted]
            self._learn([_packed_rgb(colour) for _, colour in painted], numpy.array(of_painted, numpy.uint8))

    def strips(self, image: Any) -> Iterator[Any]:
        """A drawing (RGBX) in strips from its top: arrays of rows, columns and four inks (0 to 255)."""
        import numpy
        from PIL import Image

        width, height = image.size
        for top in range(0, height, ROWS):
            strip = numpy.asarray(image.crop((0, top, width, min(top + ROWS, height))))
            codes = strip.view("<u4")[:, :, 0] & MOST_CODE
            is_known = self._is_known[codes]
            if not is_known.all():
                new = numpy.unique(codes[~is_known])
                colours = numpy.ascontiguousarray(new.view(numpy.uint8).reshape(1, -1, 4)[:, :, :3])
                self._learn(new, self._inks.pixels(Image.fromarray(colours))[0])
            yield self._table[codes].view(numpy.uint8).reshape(*codes.shape, 4)

    def _learn(self, codes: Any, inks: Any) -> None:
        import numpy

        self.heaviest = max(self.heaviest, heaviest(inks))
        self._table[codes] = numpy.ascontiguousarray(inks).view(numpy.uint32)[:, 0]
        self._is_known[codes] = True


def _written(inks: Sequence[float]) -> tuple[float, ...]:
    """Inks as a file has them."""
    return tuple(round(ink, 3) for ink in inks)


def _packed_rgb(colour: Colour) -> int:
    red, green, blue = (round(255 * channel) for channel in colour[:3])
    return (blue << 16) | (green << 8) | red


def limited(inks: Cmyk, limit: float) -> Cmyk:
    """As many of the coloured inks less, all in the same share, as keep the sum within the limit."""
    coloured = sum(inks[:3])
    if inks.total <= limit or not coloured:
        return inks
    share = max(0.0, limit - inks.black) / coloured
    # Rounded down, or three decimals of each could come to more than the limit.
    cyan, magenta, yellow = (int(1000 * ink * share) / 1000 for ink in inks[:3])
    return Cmyk(cyan, magenta, yellow, round(inks.black, 3))


def formula_pixels(rgb: Any) -> Any:
    """What :func:`~generator.layout.colour.inks_of` makes of an array of RGB pixels."""
    import numpy

    cmyk = numpy.empty((*rgb.shape[:2], 4), dtype=numpy.uint8)
    # Of black nothing is left to share.
    scale = 255 / numpy.maximum(numpy.arange(256, dtype=numpy.float32), 1)
    scale[0] = 255
    # In strips, as they fit into the processor's cache.
    for top in range(0, len(rgb), ROWS):
        strip, inks = rgb[top : top + ROWS], cmyk[top : top + ROWS]
        most = numpy.maximum(numpy.maximum(strip[:, :, 0], strip[:, :, 1]), strip[:, :, 2])
        by = scale[most]
        is_black = most == 0
        for channel in range(3):
            inks[:, :, channel] = 255.5 - strip[:, :, channel] * by
            inks[:, :, channel][is_black] = 0
        inks[:, :, 3] = 255 - most
    return cmyk


def limited_pixels(cmyk: Any, limit: float) -> Any:
    """The pixels with no more ink than the limit, as :func:`limited` has it."""
    import numpy

    total = cmyk[:, :, 0].astype(numpy.uint16)
    for ink in range(1, 4):
        total += cmyk[:, :, ink]
    most = int(255 * limit)
    heavy = total > most
    if heavy.any():
        pixels = cmyk[heavy].astype(numpy.float32)
        coloured = pixels[:, :3].sum(axis=1)
        share = numpy.clip((most - pixels[:, 3]) / numpy.maximum(coloured, 1), 0, 1)
        cmyk = cmyk.copy()
        cmyk[heavy, :3] = numpy.floor(pixels[:, :3] * share[:, None]).astype(numpy.uint8)
    return cmyk


def heaviest(cmyk: Any) -> float:
    """The most ink on any pixel of an array, whose last axis has the four inks (0 to 255); 0 to 4."""
    import numpy

    if not cmyk.size:
        return 0.0
    total = cmyk[..., 0].astype(numpy.uint16)
    for ink in range(1, 4):
        total += cmyk[..., ink]
    return float(total.max()) / 255


def packed(strips: Iterable[Any], width: int, height: int) -> bytes:
    """The pixels of a picture, in strips from its top, as a PDF file stores them.

    Each strip is an array of rows, columns and inks; they are given as differences to their left neighbours
    (TIFF's predictor).
    """
    import numpy

    from generator.press.png_worker import deflated

    rows = numpy.empty((height, width, 4), dtype=numpy.uint8)
    top = 0
    for strip in strips:
        of_strip = rows[top : top + len(strip)]
        of_strip[:, 0] = strip[:, 0]
        numpy.subtract(strip[:, 1:], strip[:, :-1], out=of_strip[:, 1:])
        top += len(strip)
    return deflated(rows)
