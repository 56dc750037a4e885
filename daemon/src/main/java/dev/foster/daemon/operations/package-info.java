/** What the API offers, done: selection, views, reasons, plans. */
@NullMarked
package dev.foster.daemon.operations;

import org.jspecify.annotations.NullMarked;
