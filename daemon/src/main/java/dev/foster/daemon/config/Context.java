package dev.foster.daemon.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * What the reading of one project shares.
 *
 * @param directory where relative paths start, absolute
 * @param environment the real environment
 * @param dotEnv the variables of .env
 */
record Context(
        Path directory,
        Map<String, String> environment,
        Map<String, String> dotEnv,
        Faults faults,
        Notices notices) {

    Scalars scalars() {
        return new Scalars(faults);
    }
}
