/**
 * A host for plugins: programs of their own, in any language, that speak the go-plugin protocol.
 * Begin with {@link dev.foster.plugin.PluginHost}.
 */
@NullMarked
package dev.foster.plugin;

import org.jspecify.annotations.NullMarked;
