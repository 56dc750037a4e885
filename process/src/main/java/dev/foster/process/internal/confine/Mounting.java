package dev.foster.process.internal.confine;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.Isolation;
import dev.foster.process.ProblemException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The lines of shell that give a child, in a mount namespace of its own, an empty {@code /tmp} and
 * paths it cannot change.
 *
 * <p>What the spec itself names below {@code /tmp} stays where it is: a child that could not see
 * its directory, its program or the socket it is to speak to would be of no use.
 */
final class Mounting {
    private static final Path TEMPORARY = Path.of("/tmp");
    // A mount made read-only must keep these where it has them: another user namespace may not
    // take them away.
    private static final Set<String> KEPT_OPTIONS =
            Set.of("nosuid", "nodev", "noexec", "noatime", "nodiratime", "relatime");

    private final ChildSpec spec;
    private final Isolation isolation;
    private final Path directory;
    private final String mount;
    private final List<String> lines = new ArrayList<>();

    private Mounting(ChildSpec spec, String mount) {
        this.spec = spec;
        this.isolation = spec.confinement().isolation();
        this.directory = spec.directory().orElse(Path.of("")).toAbsolutePath().normalize();
        this.mount = mount;
    }

    /** The lines, to be run as the one who may mount there. */
    static List<String> lines(ChildSpec spec, String executable, String mount) {
        var mounting = new Mounting(spec, mount);
        List<Path> readOnly = mounting.readOnly();
        if (mounting.isolation.privateTemporary()) {
            mounting.ownTemporary(executable, readOnly);
        }
        if (!readOnly.isEmpty()) {
            mounting.protect(readOnly);
        }
        // Anew, since the old place may be one that is covered now.
        mounting.add("cd " + ShellWords.of(mounting.directory));
        return mounting.lines;
    }

    private void add(String command) {
        lines.add(command + " || exit 126");
    }

    private List<Path> readOnly() {
        return isolation.readOnly().stream().map(this::existing).toList();
    }

    private Path existing(Path wanted) {
        try {
            return directory.resolve(wanted).toRealPath();
        } catch (IOException missing) {
            throw new ProblemException(
                    new ChildProblem.CannotConfine(
                            "make " + wanted + " read-only for " + spec.command().getFirst(),
                            Files.exists(directory.resolve(wanted))
                                    ? "it cannot be read (" + missing.getMessage() + ")"
                                    : "it does not exist",
                            "create it or leave it out"));
        }
    }

    private void ownTemporary(String executable, List<Path> readOnly) {
        String makeFolder =
                ConfineTools.need("mkdir", "give " + spec.command().getFirst() + " a private /tmp");
        // From the old /tmp, which can then still be reached by relative names.
        add("cd " + TEMPORARY);
        add(mount + " -t tmpfs -o mode=1777,nosuid,nodev foster " + TEMPORARY);
        for (Path kept : kept(executable, readOnly)) {
            boolean folder = Files.isDirectory(kept);
            add(makeFolder + " -p " + ShellWords.of(folder ? kept : parent(kept)));
            if (!folder) {
                add(": >" + ShellWords.of(kept));
            }
            add(
                    mount
                            + " -c --rbind "
                            + ShellWords.of("./" + TEMPORARY.relativize(kept))
                            + " "
                            + ShellWords.of(kept));
        }
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    private Set<Path> kept(String executable, List<Path> readOnly) {
        var named = new TreeSet<Path>(readOnly);
        named.add(directory);
        Path program = directory.resolve(executable).normalize();
        named.add(parent(program).equals(TEMPORARY) ? program : parent(program));
        Stream.concat(spec.command().stream().skip(1), spec.environment().set().values().stream())
                .filter(text -> text.startsWith(TEMPORARY + "/"))
                .forEach(text -> addPath(named, text));
        var kept = new TreeSet<Path>();
        for (Path path : named) {
            // In order, so that a folder comes before what lies in it and needs no entry then.
            if (path.startsWith(TEMPORARY)
                    && !path.equals(TEMPORARY)
                    && Files.exists(path)
                    && kept.stream().noneMatch(path::startsWith)) {
                kept.add(path);
            }
        }
        return kept;
    }

    private static void addPath(Set<Path> named, String text) {
        try {
            named.add(Path.of(text).normalize());
        } catch (InvalidPathException noPath) {
            // A text like any other, then.
            return;
        }
    }

    private void protect(List<Path> readOnly) {
        MountTable table;
        try {
            table = MountTable.read(Path.of("/proc/self/mountinfo"));
        } catch (IOException unreadable) {
            throw new ProblemException(
                    new ChildProblem.CannotConfine(
                            "make paths read-only for " + spec.command().getFirst(),
                            "/proc/self/mountinfo cannot be read (" + unreadable.getMessage() + ")",
                            "mount /proc"));
        }
        for (Path path : readOnly) {
            add(mount + " --rbind " + ShellWords.of(path) + " " + ShellWords.of(path));
            remount(path, table);
            // The option reaches one mount only, so each that lies within is told.
            table.below(path).forEach(within -> remount(within, table));
        }
    }

    private void remount(Path path, MountTable table) {
        var options = new ArrayList<>(List.of("remount", "bind", "ro"));
        table.holding(path)
                .ifPresent(
                        found ->
                                found.options().stream()
                                        .filter(KEPT_OPTIONS::contains)
                                        .forEach(options::add));
        add(mount + " -o " + String.join(",", options) + " " + ShellWords.of(path));
    }
}
