/**
 * Serves a plugin from Java to any go-plugin host: start at {@link dev.foster.sdk.Plugin}.
 *
 * <p><b>Start the JVM so that it stays quiet.</b> The first line on standard output is the
 * handshake, and a JVM writes its own warnings there unless it is told not to:
 *
 * <pre>{@code java -Xlog:disable -Xlog:all=warning:stderr -jar plugin.jar}</pre>
 *
 * <p>For the same reason {@code main} prints nothing before it calls {@link
 * dev.foster.sdk.Plugin#serve()}; afterwards {@code System.out} is the host's, and anything may be
 * printed.
 */
@NullMarked
package dev.foster.sdk;

import org.jspecify.annotations.NullMarked;
