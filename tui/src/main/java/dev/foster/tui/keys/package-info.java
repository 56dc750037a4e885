/** What a person types and clicks, and what each key means. */
@NullMarked
package dev.foster.tui.keys;

import org.jspecify.annotations.NullMarked;
