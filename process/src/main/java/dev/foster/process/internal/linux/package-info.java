/** The Linux engine: system calls through the foreign function API, one thread on epoll. */
@NullMarked
package dev.foster.process.internal.linux;

import org.jspecify.annotations.NullMarked;
