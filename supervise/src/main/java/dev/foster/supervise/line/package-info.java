/** What is looked for in lines that processes write. */
@NullMarked
package dev.foster.supervise.line;

import org.jspecify.annotations.NullMarked;
