/** Files of the daemon's own that have to be there, whatever happens to their folder. */
@NullMarked
package dev.foster.daemon.files;

import org.jspecify.annotations.NullMarked;
