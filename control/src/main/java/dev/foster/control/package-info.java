/** The daemon's API as a front end sees it. */
@NullMarked
package dev.foster.control;

import org.jspecify.annotations.NullMarked;
