/** MCP servers behind HTTP: servers, sessions, their children. */
@NullMarked
package dev.foster.stdio.broker;

import org.jspecify.annotations.NullMarked;
