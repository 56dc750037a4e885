package dev.foster.plugin.manifest;

import dev.foster.process.Environment;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Which variables of the host's environment a plugin gets. What a host keeps in its environment is
 * often secret, so a plugin gets those it needs to run and no more, unless its manifest asks.
 */
public sealed interface Inherit {

    /** Every variable. */
    record All() implements Inherit {}

    /** The ones that programs need to find their way: PATH, HOME, the language and the like. */
    record Usual() implements Inherit {}

    /** These, and no others. */
    record Only(Set<String> names) implements Inherit {
        public Only {
            names = Set.copyOf(names);
        }
    }

    /** What {@link Usual} stands for, besides everything that begins with {@code LC_}. */
    Set<String> USUAL =
            Set.of(
                    "PATH",
                    "HOME",
                    "USER",
                    "LOGNAME",
                    "SHELL",
                    "LANG",
                    "LANGUAGE",
                    "TZ",
                    "TMPDIR",
                    "TMP",
                    "TEMP",
                    "XDG_CACHE_HOME",
                    "XDG_CONFIG_HOME",
                    "XDG_DATA_HOME",
                    "XDG_RUNTIME_DIR",
                    "SYSTEMROOT",
                    "SYSTEMDRIVE",
                    "COMSPEC",
                    "PATHEXT",
                    "USERPROFILE",
                    "APPDATA",
                    "LOCALAPPDATA");

    static boolean isUsual(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return USUAL.contains(upper) || upper.startsWith("LC_");
    }

    /** Whether a variable of this name is passed on. */
    default boolean passes(String name) {
        return switch (this) {
            case All _ -> true;
            case Usual _ -> isUsual(name);
            case Only only -> only.names().contains(name);
        };
    }

    /**
     * The environment of a child that inherits so.
     *
     * @param host the names of the variables there are
     */
    default Environment environment(Set<String> host) {
        if (this instanceof All) {
            return Environment.inheritAll();
        }
        var names = new LinkedHashSet<String>();
        host.stream().filter(this::passes).forEach(names::add);
        return Environment.inheritOnly(names);
    }
}
