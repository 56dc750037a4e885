/** Limits that the kernel holds children to, by a cgroup of version 2 for each. */
@NullMarked
package dev.foster.process.internal.cgroup;

import org.jspecify.annotations.NullMarked;
