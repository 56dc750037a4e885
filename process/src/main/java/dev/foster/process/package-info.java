/**
 * The process engine: start with {@link dev.foster.process.ProcessEngine#start()}, describe a child
 * with {@link dev.foster.process.ChildSpec}, and hold it by its {@link dev.foster.process.Child}.
 */
@NullMarked
package dev.foster.process;

import org.jspecify.annotations.NullMarked;
