/** As much of HTTP/1.1 as the daemon and its front ends need, over unix sockets and TCP. */
@NullMarked
package dev.foster.control.http;

import org.jspecify.annotations.NullMarked;
