/**
 * The broker as clients see it: Streamable HTTP of both eras in front of MCP servers.
 *
 * <p>{@link dev.foster.stdio.http.McpFront} takes a request, decides its era and hands it on: to a
 * session of the legacy era, or to the modern era, which has none.
 */
@NullMarked
package dev.foster.stdio.http;

import org.jspecify.annotations.NullMarked;
