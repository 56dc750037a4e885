/**
 * A worker of the benchmark: one system in a JVM of its own, taking the turns the driver asks for.
 */
@NullMarked
package dev.foster.bench.process.worker;

import org.jspecify.annotations.NullMarked;
