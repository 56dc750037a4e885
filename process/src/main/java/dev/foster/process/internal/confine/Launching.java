package dev.foster.process.internal.confine;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.Isolation;
import dev.foster.process.ProblemException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way a confined child is started: a chain of programs, each of which puts one bound around
 * itself and then becomes the next, until the last becomes the child. So the child has the process
 * number that was started, and nothing of it has ever lived outside of its bounds.
 *
 * <p>The order is that of the rights each step takes: a shell joins the cgroup and sets its own
 * limits, {@code unshare} and {@code mount} make the file system it is to see, {@code setpriv}
 * gives rights away. The chain tells on a descriptor what went wrong, or that the child begins.
 */
public final class Launching {
    private static final String SHELL = "/bin/sh";
    private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");
    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    private final ChildSpec spec;
    private final String executable;
    private final Isolation isolation;
    private final String program;

    private Launching(ChildSpec spec, String executable) {
        this.spec = spec;
        this.executable = executable;
        this.isolation = spec.confinement().isolation();
        this.program = spec.command().getFirst();
    }

    /**
     * The command that leads to a confined child.
     *
     * @param executable the child's program
     * @param group the file through which it joins its cgroup
     * @param odd the names in its environment that no shell would hand on; the values stand there
     *     under their stand-ins
     * @throws ProblemException when something that the child asks for cannot be had here
     */
    public static List<String> command(
            ChildSpec spec, String executable, Optional<Path> group, OddNames odd, Report report) {
        var launching = new Launching(spec, executable);
        launching.refuseWhatThisSystemLacks();
        String last = launching.last(odd, report);
        String script = launching.first(group, report) + launching.inNamespace(last);
        var command = new ArrayList<>(List.of(SHELL, "-c", script, "foster", executable));
        command.addAll(spec.command().subList(1, spec.command().size()));
        return command;
    }

    private void refuseWhatThisSystemLacks() {
        boolean files = spec.confinement().limits().files().isPresent();
        if (WINDOWS && files) {
            throw refused("limit the open files of " + program, "Windows has no such limit");
        }
        if (!LINUX && !isolation.isNone()) {
            throw refused(
                    "isolate " + program,
                    "this is " + System.getProperty("os.name") + ", and that takes Linux");
        }
    }

    private static ProblemException refused(String wish, String why) {
        return new ProblemException(new ChildProblem.CannotConfine(wish, why, "leave it out"));
    }

    private String first(Optional<Path> group, Report report) {
        var lines = new StringBuilder(report.begin());
        group.ifPresent(file -> lines.append(join(file)));
        spec.confinement()
                .limits()
                .files()
                .ifPresent(files -> lines.append(openFiles(Margin.above(files))));
        return lines.toString();
    }

    /**
     * In our words: of a cgroup that was removed since it was made, or lets nobody in, a shell says
     * no more than that a file is missing or cannot be written.
     */
    private static String join(Path group) {
        String refusal =
                "its cgroup "
                        + group.getParent()
                        + " is gone or lets nobody in; see who else changes cgroups there";
        return "{ echo 0 >"
                + ShellWords.of(group)
                + "; } 2>/dev/null || { echo "
                + ShellWords.of(refusal)
                + " >&2; exit 126; }\n";
    }

    /** A lower limit that is there already stays: it is kept to as well. */
    private static String openFiles(long most) {
        // Without a variable, which might be one of the child's.
        return "if [ \"$(ulimit -H -n)\" = unlimited ] || [ \"$(ulimit -H -n)\" -ge "
                + most
                + " ]; then ulimit -n "
                + most
                + " || exit 126; fi\n";
    }

    private String inNamespace(String last) {
        Self self = LINUX ? Self.now() : new Self(-1, -1);
        Optional<ChildUser> identity = ChildUser.of(isolation, program, self);
        if (!isolation.privateTemporary() && isolation.readOnly().isEmpty()) {
            return withRights(identity, List.of(), last);
        }
        String wish =
                isolation.privateTemporary()
                        ? "give " + program + " a private /tmp"
                        : "make paths read-only for " + program;
        String unshare = ConfineTools.need(ConfineTools.UNSHARE, wish);
        String mount = ConfineTools.need(ConfineTools.MOUNT, wish);
        var enter = new ArrayList<>(List.of(unshare, "--mount", "--propagation", "slave"));
        var back = new ArrayList<String>();
        if (!self.root()) {
            // Whoever is not root may mount in a user namespace, as its root; one further in is
            // the child itself again, and has no rights over the mounts.
            enter.addAll(List.of("--user", "--map-root-user"));
            back.addAll(
                    List.of(
                            unshare,
                            "--user",
                            "--map-user=" + self.user(),
                            "--map-group=" + self.group(),
                            "--"));
        }
        String inner =
                String.join("\n", Mounting.lines(spec, executable, mount))
                        + "\n"
                        + withRights(identity, back, last);
        return "exec " + String.join(" ", enter) + " -- " + shell(inner);
    }

    private String withRights(Optional<ChildUser> identity, List<String> before, String last) {
        var words = new ArrayList<>(before);
        if (identity.isPresent() || isolation.noNewPrivileges()) {
            String wish =
                    isolation
                            .user()
                            .map(user -> "run " + program + " as user " + user)
                            .or(
                                    () ->
                                            isolation
                                                    .group()
                                                    .map(
                                                            it ->
                                                                    "run "
                                                                            + program
                                                                            + " in group "
                                                                            + it))
                            .orElse("keep " + program + " from new privileges");
            words.add(ConfineTools.need(ConfineTools.SETPRIV, wish));
            identity.ifPresent(it -> words.addAll(it.options()));
            if (isolation.noNewPrivileges()) {
                words.add("--no-new-privs");
            }
            words.add("--");
        }
        return words.isEmpty() ? last : "exec " + String.join(" ", words) + " " + shell(last);
    }

    /** With the same words, so that the next shell finds the child's command in its place. */
    private static String shell(String script) {
        return SHELL + " -c " + ShellWords.of(script) + " \"$0\" \"$@\"\n";
    }

    /**
     * Asked as the user that the child will be: a file may well be there for us and not for that
     * one.
     */
    private String last(OddNames odd, Report report) {
        String who = isolation.user().map(user -> "user " + user + " ").orElse("it ");
        String refusal =
                who
                        + "may not execute "
                        + executable
                        + "; let that user enter its folders, or name another";
        var lines = new StringBuilder();
        lines.append("[ -x \"$1\" ] || { echo " + ShellWords.of(refusal) + " >&2; exit 126; }\n");
        lines.append(odd.check(program));
        isolation
                .umask()
                .ifPresent(mask -> lines.append("umask 0" + Integer.toOctalString(mask) + "\n"));
        lines.append(report.started());
        lines.append("exec " + odd.words(program) + "\"$@\" " + report.end() + "\n");
        return lines.toString();
    }
}
