package dev.foster.process.internal.confine;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineFacts.Enforcement;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What this system has to confine children with, cgroups apart. */
public final class IsolationSupport {
    private static final String SYSTEM = System.getProperty("os.name", "");

    private IsolationSupport() {}

    private static boolean linux() {
        return SYSTEM.equals("Linux");
    }

    private static boolean shell() {
        return !SYSTEM.startsWith("Windows");
    }

    private static boolean has(String... tools) {
        return linux() && Stream.of(tools).allMatch(tool -> ConfineTools.find(tool).isPresent());
    }

    public static Set<Ability> abilities() {
        var abilities = EnumSet.noneOf(Ability.class);
        if (shell()) {
            abilities.add(Ability.HOLDS_FILES);
        }
        if (has(ConfineTools.SETPRIV)) {
            abilities.add(Ability.OTHER_USERS);
        }
        if (has(ConfineTools.UNSHARE, ConfineTools.MOUNT)) {
            abilities.add(Ability.PRIVATE_MOUNTS);
        }
        return abilities;
    }

    /** The same in sentences. */
    public static List<Enforcement> enforcement() {
        var sentences = new ArrayList<Enforcement>();
        sentences.add(
                shell()
                        ? new Enforcement(
                                "limits", true, "files limits are held by the kernel (ulimit -n)")
                        : new Enforcement(
                                "limits", false, "files cannot be limited: " + SYSTEM + " cannot"));
        if (!linux()) {
            sentences.add(
                    new Enforcement(
                            "isolation", false, "children cannot be isolated: this is " + SYSTEM));
            return sentences;
        }
        Self self = Self.now();
        sentences.add(users(self));
        sentences.add(mounts(self));
        return sentences;
    }

    private static Enforcement users(Self self) {
        if (!has(ConfineTools.SETPRIV)) {
            return new Enforcement(
                    "isolation",
                    false,
                    "no other user and no no_new_privileges: setpriv is not installed; install"
                            + " util-linux");
        }
        return self.root()
                ? new Enforcement(
                        "isolation", true, "user, group and no_new_privileges through setpriv")
                : new Enforcement(
                        "isolation",
                        false,
                        "no_new_privileges through setpriv; no other user, since this one is not"
                                + " root");
    }

    private static Enforcement mounts(Self self) {
        if (!has(ConfineTools.UNSHARE, ConfineTools.MOUNT)) {
            return new Enforcement(
                    "isolation",
                    false,
                    "no private /tmp and no read-only paths: unshare or mount is not installed;"
                            + " install util-linux and mount");
        }
        return new Enforcement(
                "isolation",
                true,
                "private /tmp and read-only paths through unshare and mount"
                        + (self.root() ? "" : ", in a user namespace where the system allows it"));
    }
}
