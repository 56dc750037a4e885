package dev.foster.process.internal.cgroup;

import dev.foster.process.internal.confine.MountTable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether this JVM may make cgroups of version 2, where, and what they can hold. */
sealed interface CgroupSupport {
    /** What we have limits for, in the order they are spoken of. */
    List<String> WANTED = List.of("memory", "cpu", "pids");

    /**
     * It may.
     *
     * @param home the cgroup below which it may
     * @param controllers which of {@link #WANTED} work there
     * @param top whether it is the whole machine's, where processes may sit beside other cgroups
     */
    record Usable(Path home, Set<String> controllers, boolean top) implements CgroupSupport {}

    /** It may not. */
    record Useless(String why, String remedy) implements CgroupSupport {}

    String SCOPE = "start foster with systemd-run --user --scope -p Delegate=yes";
    String OWN_NAMESPACE = "give the container a cgroup namespace of its own";
    String UNIFIED = "boot with systemd.unified_cgroup_hierarchy=1";

    /**
     * Looks without touching anything.
     *
     * @param process what {@code /proc/self} is
     */
    static CgroupSupport look(Path process) {
        try {
            List<String> memberships = Files.readAllLines(process.resolve("cgroup"));
            Optional<String> membership =
                    memberships.stream()
                            .filter(line -> line.startsWith("0::"))
                            .map(line -> line.substring("0::".length()))
                            .findFirst();
            Optional<MountTable.Mount> mount =
                    MountTable.read(process.resolve("mountinfo")).mounts().stream()
                            .filter(it -> it.type().equals("cgroup2"))
                            .reduce((_, last) -> last);
            if (membership.isEmpty() || mount.isEmpty()) {
                return new Useless("cgroup v2 is not mounted here", UNIFIED);
            }
            Path home = place(mount.get(), membership.get());
            Set<String> controllers = controllers(home);
            if (controllers.isEmpty()) {
                return withoutControllers(home, memberships);
            }
            return judge(home, controllers);
        } catch (IOException unreadable) {
            return new Useless(
                    "what cgroup v2 offers cannot be read ("
                            + unreadable.getClass().getSimpleName()
                            + " "
                            + unreadable.getMessage()
                            + ")",
                    SCOPE);
        }
    }

    /** A mount may show a part of the tree only. */
    static Path place(MountTable.Mount mount, String membership) {
        String root = mount.root().equals("/") ? "" : mount.root();
        String within =
                membership.startsWith(root + "/") || membership.equals(root)
                        ? membership.substring(root.length())
                        : membership;
        return mount.point().resolve(within.replaceFirst("^/+", "")).normalize();
    }

    private static Set<String> controllers(Path home) throws IOException {
        String text = Files.readString(home.resolve("cgroup.controllers")).strip();
        return Arrays.stream(text.split("\\s+", -1))
                .filter(WANTED::contains)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static CgroupSupport withoutControllers(Path home, List<String> memberships) {
        boolean boundToFirst =
                memberships.stream()
                        .map(line -> line.split(":", 3))
                        .anyMatch(
                                fields ->
                                        fields.length == 3
                                                && List.of(fields[1].split(",", -1))
                                                        .contains("memory"));
        return boundToFirst
                ? new Useless(
                        "cgroup v2 has no memory, cpu and pids controllers here (they are bound to"
                                + " v1)",
                        UNIFIED)
                : new Useless("no controller is handed down to " + home, SCOPE);
    }

    private static CgroupSupport judge(Path home, Set<String> controllers) throws IOException {
        boolean changeable =
                Files.isWritable(home)
                        && Files.isWritable(home.resolve("cgroup.procs"))
                        && Files.isWritable(home.resolve("cgroup.subtree_control"));
        if (!changeable) {
            return new Useless("this user may not change " + home, SCOPE);
        }
        List<Long> members = CgroupMembers.of(home);
        if (!members.contains(ProcessHandle.current().pid())) {
            return new Useless("this process is not in " + home, OWN_NAMESPACE);
        }
        boolean top = !Files.exists(home.resolve("cgroup.type"));
        if (!top) {
            Optional<Long> stranger = CgroupMembers.firstStranger(members, home);
            if (stranger.isPresent()) {
                return new Useless(
                        "process "
                                + stranger.get()
                                + " sits in "
                                + home
                                + " as well and is not ours to move",
                        SCOPE);
            }
        }
        return new Usable(home, controllers, top);
    }
}
