package dev.foster.process.internal.confine;

import java.util.regex.Pattern;

/** Which names of variables a shell knows; others it may drop from the environment. */
public final class ShellNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private ShellNames() {}

    public static boolean fits(String name) {
        return NAME.matcher(name).matches();
    }
}
