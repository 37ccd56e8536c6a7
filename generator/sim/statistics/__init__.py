"""What may be concluded from played games: intervals, paired differences, comparisons, ratings.

All of it is arithmetic on numbers: nothing here plays a game, reads a file or prints. It needs the extra
``studies``: whoever imports it without learns so before a game is played. NumPy and SciPy are imported where
they are used, for they take longer to load than most commands to run. The methods are described in
docs/statistics.md.
"""

from generator.catalog.extras import require

require("studies", "evaluating results")
