/** What each page looks like: pure functions of what is known and where the person is. */
@NullMarked
package dev.foster.tui.page;

import org.jspecify.annotations.NullMarked;
