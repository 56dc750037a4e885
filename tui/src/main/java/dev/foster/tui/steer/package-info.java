/** What happens when a person types or clicks: pure rules. */
@NullMarked
package dev.foster.tui.steer;

import org.jspecify.annotations.NullMarked;
