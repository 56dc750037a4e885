/** JSON as text and as a tree of plain Java values. */
@NullMarked
package dev.foster.json;

import org.jspecify.annotations.NullMarked;
