// Files only. It is open: whoever serves them reads them from it as they are.
open module dev.foster.web {}
