@NullMarked
package dev.foster.stdio.rpc;

import org.jspecify.annotations.NullMarked;
