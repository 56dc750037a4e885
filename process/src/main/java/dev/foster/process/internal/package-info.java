/** What both engines share: finding commands, the life of a child, the choice of an engine. */
@NullMarked
package dev.foster.process.internal;

import org.jspecify.annotations.NullMarked;
