/**
 * The configuration file of a NATS server, as far as this broker has what it speaks of: {@link
 * dev.foster.bus.config.ServerSettings#read} reads it.
 *
 * <p>{@code ConfigText} knows letters and places, {@code ConfigParser} the grammar, {@code
 * SettingsReader} what the keys mean.
 */
@NullMarked
package dev.foster.bus.config;

import org.jspecify.annotations.NullMarked;
