package dev.foster.daemon.config;

import dev.foster.document.Faults;
import dev.foster.document.Notices;
import dev.foster.document.Scalars;
import dev.foster.document.Where;

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
        Scalars scalars) {

    Faults faults() {
        return scalars.faults();
    }

    Notices notices() {
        return scalars.notices();
    }

    /** The reading of a value that is called so. */
    Where where(String label) {
        return Where.top(label, scalars, directory);
    }
}
