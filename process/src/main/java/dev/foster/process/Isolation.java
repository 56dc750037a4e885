package dev.foster.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a child is kept from. What cannot be had on this machine fails the spawn; nothing of it is
 * ever left out silently.
 *
 * @param user whom it runs as, by name or number
 * @param group its main group, by name or number; that of the user when absent
 * @param noNewPrivileges whether it and its descendants can gain no rights by running other
 *     programs
 * @param privateTemporary whether it has an empty {@code /tmp} of its own
 * @param readOnly paths it can read and not change
 */
public record Isolation(
        Optional<String> user,
        Optional<String> group,
        boolean noNewPrivileges,
        boolean privateTemporary,
        List<Path> readOnly) {

    private static final Isolation NONE =
            new Isolation(Optional.empty(), Optional.empty(), false, false, List.of());

    public Isolation {
        readOnly = List.copyOf(readOnly);
    }

    public static Isolation none() {
        return NONE;
    }

    public boolean isNone() {
        return equals(NONE);
    }

    public Isolation user(String wanted) {
        return new Isolation(
                Optional.of(wanted), group, noNewPrivileges, privateTemporary, readOnly);
    }

    public Isolation group(String wanted) {
        return new Isolation(
                user, Optional.of(wanted), noNewPrivileges, privateTemporary, readOnly);
    }

    public Isolation noNewPrivileges(boolean wanted) {
        return new Isolation(user, group, wanted, privateTemporary, readOnly);
    }

    public Isolation privateTemporary(boolean wanted) {
        return new Isolation(user, group, noNewPrivileges, wanted, readOnly);
    }

    public Isolation readOnly(List<Path> wanted) {
        return new Isolation(user, group, noNewPrivileges, privateTemporary, wanted);
    }
}
