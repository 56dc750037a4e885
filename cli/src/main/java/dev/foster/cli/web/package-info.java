/** {@code foster web}. */
@NullMarked
package dev.foster.cli.web;

import org.jspecify.annotations.NullMarked;
