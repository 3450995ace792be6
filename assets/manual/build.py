"""Make the manual: `python assets/manual/build.py --output FOLDER`; README.md says more. Needs the extra `dev`."""

import sys

from make_manual import main

if __name__ == "__main__":
    sys.exit(main())
