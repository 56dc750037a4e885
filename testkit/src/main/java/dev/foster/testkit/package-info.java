/**
 * What tests of child processes need: children that do as they are told ({@link
 * dev.foster.testkit.ScriptedChild}, {@link dev.foster.testkit.Shell}), a look at the kernel's
 * process table ({@link dev.foster.testkit.ProcTable}), waiting without sleeping ({@link
 * dev.foster.testkit.Eventually}), and proof that nothing was left behind ({@link
 * dev.foster.testkit.Leaks}).
 */
@NullMarked
package dev.foster.testkit;

import org.jspecify.annotations.NullMarked;
