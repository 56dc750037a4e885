/**
 * What a broker is doing, over HTTP and in the shapes of a NATS server: {@link
 * dev.foster.bus.monitor.Monitor} serves {@code /varz}, {@code /connz}, {@code /subsz} and {@code
 * /healthz}, so that dashboards and test suites made for that server find what they look for.
 */
@NullMarked
package dev.foster.bus.monitor;

import org.jspecify.annotations.NullMarked;
