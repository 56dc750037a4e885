/** What supervision says about itself: how each process stands, and what happened to it. */
@NullMarked
package dev.foster.supervise.report;

import org.jspecify.annotations.NullMarked;
