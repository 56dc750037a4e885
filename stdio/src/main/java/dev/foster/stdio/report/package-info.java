/** How a service stands, and what happens to it. */
@NullMarked
package dev.foster.stdio.report;

import org.jspecify.annotations.NullMarked;
