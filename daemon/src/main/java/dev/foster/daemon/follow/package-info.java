/**
 * How what is kept and what happens is read and followed: what storage offers, and the API passes
 * on.
 */
@NullMarked
package dev.foster.daemon.follow;

import org.jspecify.annotations.NullMarked;
