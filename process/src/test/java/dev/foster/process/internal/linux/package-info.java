/** Tests of what the Linux engine is made of, where a real process cannot show it. */
@NullMarked
package dev.foster.process.internal.linux;

import org.jspecify.annotations.NullMarked;
