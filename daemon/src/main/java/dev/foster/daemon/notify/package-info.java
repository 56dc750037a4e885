/** Tells others what happens: webhooks and commands. */
@NullMarked
package dev.foster.daemon.notify;

import org.jspecify.annotations.NullMarked;
