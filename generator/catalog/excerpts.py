"""Two texts, cut down to the words that differ."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 28
"""Letters of a value that is shown whole; of a longer one, what differs."""
CONTEXT = 1
"""Words shown on either side of what differs."""


def excerpts(old: str, new: str) -> tuple[str, str]:
    """The words that differ between two texts, with a word around them where there is one."""
    olds, news = old.split(), new.split()
    most = min(len(olds), len(news))
    start = next((i for i in range(most) if olds[i] != news[i]), most)
    most -= start
    end = next((i for i in range(most) if olds[-1 - i] != news[-1 - i]), most)
    return _cut(olds, start, end), _cut(news, start, end)


def around_difference(old: str, new: str, longest: int) -> tuple[str, str]:
    """The letters from shortly before the first that differs, where words are too long to tell."""
    first = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    begin = max(0, first - longest // 2)
    dots = "… " if begin else ""
    return dots + old[begin:], dots + new[begin:]


def _cut(words: Sequence[str], start: int, end: int) -> str:
    first, last = max(0, start - CONTEXT), min(len(words), len(words) - end + CONTEXT)
    return shortened(
        ("… " if first else "") + " ".join(words[first:last]) + (" …" if last < len(words) else "")
    )


def shortened(text: str) -> str:
    return text if len(text) <= 2 * LONGEST else text[: 2 * LONGEST - 2].rstrip(" …") + " …"
