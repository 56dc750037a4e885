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
 * @param umask the rights that files it makes do not have, such as octal 027
 */
public record Isolation(
        Optional<String> user,
        Optional<String> group,
        boolean noNewPrivileges,
        boolean privateTemporary,
        List<Path> readOnly,
        Optional<Integer> umask) {

    private static final int ALL_RIGHTS = 0777;

    private static final Isolation NONE =
            new Isolation(
                    Optional.empty(), Optional.empty(), false, false, List.of(), Optional.empty());

    public Isolation {
        readOnly = List.copyOf(readOnly);
        if (umask.isPresent() && (umask.get() < 0 || umask.get() > ALL_RIGHTS)) {
            throw new IllegalArgumentException(
                    "cannot keep rights from files: "
                            + Integer.toOctalString(umask.get())
                            + " is no umask; give one from 000 to 777");
        }
    }

    public static Isolation none() {
        return NONE;
    }

    public boolean isNone() {
        return equals(NONE);
    }

    public Isolation user(String wanted) {
        return new Isolation(
                Optional.of(wanted), group, noNewPrivileges, privateTemporary, readOnly, umask);
    }

    public Isolation group(String wanted) {
        return new Isolation(
                user, Optional.of(wanted), noNewPrivileges, privateTemporary, readOnly, umask);
    }

    public Isolation noNewPrivileges(boolean wanted) {
        return new Isolation(user, group, wanted, privateTemporary, readOnly, umask);
    }

    public Isolation privateTemporary(boolean wanted) {
        return new Isolation(user, group, noNewPrivileges, wanted, readOnly, umask);
    }

    public Isolation readOnly(List<Path> wanted) {
        return new Isolation(user, group, noNewPrivileges, privateTemporary, wanted, umask);
    }

    public Isolation umask(int wanted) {
        return new Isolation(
                user, group, noNewPrivileges, privateTemporary, readOnly, Optional.of(wanted));
    }
}
