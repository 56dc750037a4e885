/** The verb that says what this machine offers. */
@NullMarked
package dev.foster.cli.doctor;

import org.jspecify.annotations.NullMarked;
