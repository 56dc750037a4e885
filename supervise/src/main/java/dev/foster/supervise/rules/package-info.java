/**
 * The rules of supervision, pure: {@link ChildRules} decides for one child, {@link Tree} for all of
 * them together. Time, chance and what the system says come in as events; what to do goes out as
 * effects.
 */
@NullMarked
package dev.foster.supervise.rules;

import org.jspecify.annotations.NullMarked;
