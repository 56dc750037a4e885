package dev.foster.process.internal.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tree of plain files that looks like cgroups, and what a process would see of it. */
final class FakeTree {
    private final Path folder;

    private FakeTree(Path folder) {
        this.folder = folder;
    }

    static FakeTree in(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("proc"));
        Files.createDirectories(folder.resolve("sys"));
        return new FakeTree(folder).memberships("0::/").mounts("cgroup2", "/");
    }

    Path process() {
        return folder.resolve("proc");
    }

    Path root() {
        return folder.resolve("sys");
    }

    FakeTree memberships(String... lines) throws IOException {
        Files.writeString(process().resolve("cgroup"), String.join("\n", lines) + "\n");
        return this;
    }

    FakeTree mounts(String type, String root) throws IOException {
        Files.writeString(
                process().resolve("mountinfo"),
                "23 0 8:1 / / rw,relatime - ext4 /dev/root rw\n" + mount(root, root(), type, "rw"));
        return this;
    }

    /** Version 1 beside version 2, each of these controllers in a tree of its own. */
    FakeTree firstVersion(String... controllers) throws IOException {
        var text = new StringBuilder(mount("/", root(), "cgroup2", "rw"));
        for (String each : controllers) {
            text.append(mount("/", root().resolve(each), "cgroup", "rw," + each));
        }
        Files.writeString(process().resolve("mountinfo"), text);
        return this;
    }

    private static String mount(String root, Path point, String type, String traits) {
        return "41 31 0:38 "
                + root
                + " "
                + point.toString().replace(" ", "\\040")
                + " rw,relatime shared:9 - "
                + type
                + " cgroup "
                + traits
                + "\n";
    }

    /** A cgroup with these controllers and processes; the first of all has no type. */
    FakeTree group(String path, String controllers, Object... processes) throws IOException {
        Path group = root().resolve(path.substring(1));
        Files.createDirectories(group);
        Files.writeString(group.resolve("cgroup.controllers"), controllers + "\n");
        Files.writeString(group.resolve("cgroup.subtree_control"), "");
        var text = new StringBuilder();
        for (Object process : processes) {
            text.append(process).append('\n');
        }
        Files.writeString(group.resolve("cgroup.procs"), text);
        if (!path.equals("/")) {
            Files.writeString(group.resolve("cgroup.type"), "domain\n");
        }
        return this;
    }

    String read(String path) throws IOException {
        return Files.readString(root().resolve(path)).strip();
    }
}
