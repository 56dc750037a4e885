/** How supervision is written down: the sections that documents have in common. */
@NullMarked
package dev.foster.settings;

import org.jspecify.annotations.NullMarked;
