/** MCP servers behind HTTP: servers, sessions, their children. */
@NullMarked
package dev.foster.stdio.gateway;

import org.jspecify.annotations.NullMarked;
