@NullMarked
package dev.foster.stdio.broker;

import org.jspecify.annotations.NullMarked;
