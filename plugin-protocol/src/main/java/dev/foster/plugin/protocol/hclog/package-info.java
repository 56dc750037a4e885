/** The log lines of plugins: structured ones in the form of Go's hclog, and any other text. */
@NullMarked
package dev.foster.plugin.protocol.hclog;

import org.jspecify.annotations.NullMarked;
