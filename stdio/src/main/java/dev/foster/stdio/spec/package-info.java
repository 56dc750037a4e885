/** What is wanted of a service: its servers, its limits, and who may come in; plain values. */
@NullMarked
package dev.foster.stdio.spec;

import org.jspecify.annotations.NullMarked;
