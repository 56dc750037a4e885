/** What a tree of processes does when its members end: the cases any supervisor must get right. */
@NullMarked
package dev.foster.supervise.trees;

import org.jspecify.annotations.NullMarked;
