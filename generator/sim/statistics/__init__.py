"""What may be concluded from played games: intervals, paired differences, comparisons, ratings.

All of it is arithmetic on numbers: nothing here plays a game, reads a file or prints. It needs the extra
``studies``: whoever imports it without is told so before a game is played. NumPy, SciPy and
statsmodels are imported where they are used, for statsmodels alone takes longer to load than most commands to
run. The methods are told in docs/statistics.md.
"""

from generator.catalog.extras import require

require("studies", "evaluating results")
