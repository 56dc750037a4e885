/** JSON as text and as a tree of plain Java values. */
@NullMarked
package dev.foster.control.json;

import org.jspecify.annotations.NullMarked;
