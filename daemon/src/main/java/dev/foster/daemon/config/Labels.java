package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Mapping;

/**
 * What the keys of a process are called in messages. A mistake in the defaults is called the same
 * for every process it reaches, so that it is told once.
 *
 * @param process the path of the process, such as {@code processes.web}
 * @param own what the process itself says
 */
record Labels(String process, Mapping own) {
    String of(String key) {
        return (own.has(key) ? process : "defaults") + "." + key;
    }
}
