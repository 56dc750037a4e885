/** A plugin for tests, written as any author would write one. */
@NullMarked
package dev.foster.sdk.kv;

import org.jspecify.annotations.NullMarked;
