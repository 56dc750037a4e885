package dev.foster.daemon.config;

import java.util.Optional;

/**
 * A line in the output of a process that raises an alarm.
 *
 * @param pattern a regular expression for that line
 * @param clear one for the line that ends it; a new start ends it as well
 */
public record AlertSpec(String pattern, Optional<String> clear) {}
