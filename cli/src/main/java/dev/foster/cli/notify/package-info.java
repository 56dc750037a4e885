/** {@code foster notify}. */
@NullMarked
package dev.foster.cli.notify;

import org.jspecify.annotations.NullMarked;
