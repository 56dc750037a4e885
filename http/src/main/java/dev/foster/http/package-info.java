/**
 * As much of HTTP/1.1 as Foster needs, over unix sockets, TCP and TLS: an {@link
 * dev.foster.http.HttpServer} that takes nothing it cannot read in one way and bounds what a client
 * can ask of it, and an {@link dev.foster.http.HttpClient}.
 */
@NullMarked
package dev.foster.http;

import org.jspecify.annotations.NullMarked;
