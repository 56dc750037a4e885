/** Folders and files handled safely: paths that stay inside, locks, and writes that last. */
@NullMarked
package dev.foster.plugin.files;

import org.jspecify.annotations.NullMarked;
