"""``gatepress``, which is ``python -m generator`` too."""

import _signal  # type: ignore[import-not-found]  # unlike `signal`, it is there already

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    # Until the command listens itself, Ctrl-C ends it as other signals do, and not with a traceback.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from generator.cli import main

if __name__ == "__main__":
    main()
