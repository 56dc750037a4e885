@NullMarked
package dev.foster.stdio.gateway;

import org.jspecify.annotations.NullMarked;
