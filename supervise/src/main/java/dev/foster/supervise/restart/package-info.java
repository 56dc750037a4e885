/** When what ended is started again, by one set of rules for whoever starts something. */
@NullMarked
package dev.foster.supervise.restart;

import org.jspecify.annotations.NullMarked;
