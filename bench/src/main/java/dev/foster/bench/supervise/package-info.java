/**
 * The side-by-side benchmark of supervisors: each is started as its users start it, runs the same
 * children, and is looked at from outside.
 */
@NullMarked
package dev.foster.bench.supervise;

import org.jspecify.annotations.NullMarked;
