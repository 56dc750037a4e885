/** Tests of the HTTP side of the broker. */
@NullMarked
package dev.foster.stdio.http;

import org.jspecify.annotations.NullMarked;
