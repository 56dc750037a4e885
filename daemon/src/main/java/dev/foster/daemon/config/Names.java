package dev.foster.daemon.config;

import dev.foster.document.Faults;
import dev.foster.document.Place;
import dev.foster.document.Words;

import java.util.regex.Pattern;

/** What processes, groups and projects may be called. */
final class Names {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    static final String RULE =
            "a name has letters, digits, _ . and -, begins with a letter or digit, and has at most"
                    + " 64 characters; rename it";

    private Names() {}

    static boolean valid(String name) {
        return SHAPE.matcher(name).matches();
    }

    /** The name nearest to this one that may be used. */
    static String tamed(String name) {
        String tame = name.replaceAll("[^A-Za-z0-9_.-]+", "-").replaceAll("^[^A-Za-z0-9]+", "");
        String cut = tame.substring(0, Math.min(64, tame.length()));
        return cut.isEmpty() ? "project" : cut;
    }

    static void check(String name, Place place, String what, Faults faults) {
        if (!valid(name)) {
            faults.add(place, "cannot name a " + what + " " + Words.quote(name) + ": " + RULE);
        }
    }
}
