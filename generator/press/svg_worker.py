"""Draws SVG art into pixels: a script for a process of its own, which may hang or crash without harm.

It needs nothing but Python's library and ``resvg_py``, whose folder is its first argument. The others are the
bytes of memory that it may take, the names of a sans and of a serif font, and the font files for the art's
texts. Requests come on standard input: a :data:`REQUEST`, then the SVG. Each is answered on standard output:
a :data:`REPLY`, then the PNG, or what is wrong with the SVG. It ends with its input, or in the middle of a
drawing that takes too long, so that it does not outlive the run that began it.
"""

from __future__ import annotations

import faulthandler
import signal
import struct
import sys

REQUEST = struct.Struct(">IdQ")
"""Width in pixels, seconds that it may take, bytes of SVG."""
REPLY = struct.Struct(">?Q")
"""Whether it was drawn, and how many bytes follow."""
OVERDUE = b"Timeout ("
"""How what ``faulthandler`` writes to standard error begins where a drawing takes too long."""
OUT_OF_MEMORY = b"memory allocation of "
"""What Rust writes there where there is not enough memory, and this too."""


def limit_resources(memory: int) -> None:
    """Bounds the address space, where the platform does so, and leaves no dump behind."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX)
        return
    import resource

    for kind, limit in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, memory)):
        hard = resource.getrlimit(kind)[1]
        try:
            resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
        except (ValueError, OSError):
            # macOS knows the bound on address space, and may refuse it.
            continue


def main() -> None:
    folder, memory, sans, serif, *fonts = sys.argv[1:]
    # Ctrl-C is for the run that began this: it ends the worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_resources(int(memory))
    # Behind Python's own library, whatever else lies in that folder.
    sys.path.append(folder)
    import resvg_py

    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    while head := requests.read(REQUEST.size):
        width, seconds, length = REQUEST.unpack(head)
        data = requests.read(length)
        if len(data) < length:
            return
        faulthandler.dump_traceback_later(seconds, exit=True)
        try:
            drawn = resvg_py.svg_to_bytes(
                svg_string=data.decode("utf-8", "replace"),
                width=width,
                skip_system_fonts=True,
                font_files=fonts,
                font_family=sans,
                sans_serif_family=sans,
                monospace_family=sans,
                # What has none of the fonts that it asks for is drawn in the serif one.
                serif_family=serif,
                cursive_family=serif,
                fantasy_family=serif,
            )
            is_drawn, answer = True, bytes(drawn)
        except MemoryError:
            sys.exit(OUT_OF_MEMORY.decode() + "a drawing failed")
        except ValueError as error:
            is_drawn, answer = False, str(error).encode("utf-8", "replace")
        faulthandler.cancel_dump_traceback_later()
        replies.write(REPLY.pack(is_drawn, len(answer)) + answer)
        replies.flush()


if __name__ == "__main__":
    main()
