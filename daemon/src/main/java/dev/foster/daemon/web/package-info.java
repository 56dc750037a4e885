/** The dashboard: its page and the API behind it, for browsers. */
@NullMarked
package dev.foster.daemon.web;

import org.jspecify.annotations.NullMarked;
