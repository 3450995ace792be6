"""What an installed program starts: `shogun`, with worker processes that are this same program again."""

import sys
import warnings
from multiprocessing import freeze_support

# The process that cleans up after a killed program does so in silence.
warnings.filterwarnings("ignore", category=UserWarning, module="multiprocessing.resource_tracker")
freeze_support()  # a worker, or a helper of multiprocessing, goes on in here and never comes back

from shogun.__main__ import main  # noqa: E402  a worker must not load the command line

sys.exit(main())
