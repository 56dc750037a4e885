package dev.foster.process.internal.cgroup;

import dev.foster.process.ResourceLimits;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The cgroup that this JVM may divide, and what it made below it: {@code foster-PID/NUMBER} for
 * each child. Nothing is touched before the first child that has limits.
 */
final class Home {
    private static final String LEAF = "foster.daemon";
    private static final String PREFIX = "foster-";
    private static final int MOVES = 20;

    private final Path home;
    private final boolean top;
    private final Path own;
    private final Set<String> controllers;
    private final Set<ChildGroup> retired = new LinkedHashSet<>();
    private boolean taken;

    /** Whether the controllers are there for cgroups below our own. */
    private boolean handed;

    private long last;

    Home(CgroupSupport.Usable support) {
        home = support.home();
        top = support.top();
        controllers = support.controllers();
        own = home.resolve(PREFIX + ProcessHandle.current().pid());
    }

    Path path() {
        return home;
    }

    /** Makes a cgroup that holds whoever joins it to these limits. */
    synchronized ChildGroup create(ResourceLimits limits) throws IOException {
        if (!taken) {
            take();
            taken = true;
        }
        sweep();
        if (makeFolder(own)) {
            handed = false;
        }
        if (!handed) {
            handDown(own);
            handed = true;
        }
        Path folder = own.resolve(Long.toString(++last));
        while (!makeFolder(folder)) {
            // Of a dead JVM that had our process number, with somebody still in it.
            folder = own.resolve(Long.toString(++last));
        }
        var group = new ChildGroup(folder, limits);
        boolean done = false;
        try {
            group.limit(controllers);
            done = true;
            return group;
        } finally {
            if (!done) {
                group.remove();
            }
        }
    }

    private void take() throws IOException {
        if (!top) {
            // The kernel has no processes beside cgroups that are limited, except at the very top.
            Path leaf = home.resolve(LEAF);
            makeFolder(leaf);
            moveAll(leaf);
        }
        handDown(home);
        removeOfTheDead();
    }

    /** Until none is left: one that is being moved may be starting another. */
    private void moveAll(Path leaf) throws IOException {
        for (int round = 0; round < MOVES; round++) {
            List<Long> here = CgroupMembers.of(home);
            if (here.isEmpty()) {
                return;
            }
            for (long pid : here) {
                if (!CgroupMembers.ours(pid, home)) {
                    throw new IOException("process " + pid + " came to " + home + " meanwhile");
                }
                try {
                    write(leaf.resolve("cgroup.procs"), Long.toString(pid));
                } catch (IOException gone) {
                    if (CgroupMembers.of(home).contains(pid)) {
                        throw gone;
                    }
                }
            }
        }
    }

    private void handDown(Path group) throws IOException {
        for (String controller : CgroupSupport.WANTED) {
            if (controllers.contains(controller)) {
                write(group.resolve("cgroup.subtree_control"), "+" + controller);
            }
        }
    }

    /** What a JVM that was killed could not remove. What still has processes stays. */
    private void removeOfTheDead() throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(home, PREFIX + "*")) {
            for (Path each : all) {
                String number = String.valueOf(each.getFileName()).substring(PREFIX.length());
                if (number.matches("\\d{1,18}")
                        && ProcessHandle.of(Long.parseLong(number)).isEmpty()) {
                    removeTree(each);
                }
            }
        }
    }

    /** Removes a cgroup and those below it; false when some process is still there. */
    static boolean removeTree(Path group) {
        try {
            for (Path below : foldersIn(group)) {
                removeTree(below);
            }
            Files.deleteIfExists(group);
            return true;
        } catch (DirectoryNotEmptyException busy) {
            return false;
        } catch (IOException busy) {
            return !Files.exists(group);
        }
    }

    static List<Path> foldersIn(Path group) throws IOException {
        var folders = new ArrayList<Path>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(group, Files::isDirectory)) {
            all.forEach(folders::add);
        }
        return folders;
    }

    private static boolean makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException there) {
            return false;
        }
    }

    /** A child is gone; its cgroup goes once nothing of it is left. */
    synchronized void retire(ChildGroup group) {
        if (!group.remove()) {
            retired.add(group);
        }
    }

    /** Removes what could not be removed before; true when nothing more is to be. */
    synchronized boolean sweep() {
        retired.removeIf(ChildGroup::remove);
        return retired.isEmpty();
    }

    /** An engine is closing; other engines of this JVM may still have children there. */
    synchronized void leave() {
        sweep();
        if (taken) {
            var _ = removeOwn();
        }
    }

    private boolean removeOwn() {
        try {
            return Files.deleteIfExists(own);
        } catch (IOException used) {
            return false;
        }
    }

    /** In one piece, as the kernel wants it. */
    static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    }
}
