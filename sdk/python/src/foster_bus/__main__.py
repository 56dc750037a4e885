"""What ``python foster_bus`` runs."""

import os
import sys

_FOLDER = os.path.dirname(os.path.abspath(__file__))

if not __package__:
    # Python put this folder itself on the path, where a module of ours would hide a plugin's of the same name.
    sys.path[0] = os.path.dirname(_FOLDER)
    from foster_bus.command import main

    del sys.path[0]
else:
    from .command import main

main(sys.argv[1:])
