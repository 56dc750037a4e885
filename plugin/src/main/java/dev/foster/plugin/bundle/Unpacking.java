package dev.foster.plugin.bundle;

import dev.foster.plugin.files.Durable;
import dev.foster.plugin.files.InsideFolder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The folder an archive is unpacked into, and everything that is refused on the way: names that
 * lead out, names that come twice, links that lead out, and too much of anything.
 *
 * <p>Links are made last, so nothing is ever written through one.
 */
final class Unpacking {
    private static final long HARMLESS = 16L << 20;
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_PATH = 4096;

    private enum Kind {
        FOLDER,
        FILE,
        LINK
    }

    private final Path root;
    private final BundleLimits limits;
    private final long archiveBytes;
    private final Map<Path, Kind> seen = new HashMap<>();
    private final Map<Path, String> links = new LinkedHashMap<>();
    private final byte[] buffer = new byte[64 << 10];
    private long bytes;
    private long names;
    private int entries;

    /**
     * @param root an empty folder
     * @param archiveBytes the size of the archive
     */
    Unpacking(Path root, BundleLimits limits, long archiveBytes) {
        this.root = root;
        this.limits = limits;
        this.archiveBytes = archiveBytes;
    }

    void folder(String name) throws IOException {
        Path path = path(name);
        Kind before = seen.get(path);
        if (path.toString().isEmpty() || before == Kind.FOLDER) {
            enter(); // nothing new: the top itself, which tar calls ./, or one that was implied
            return;
        }
        if (before != null) {
            throw twice(name);
        }
        makeFolder(path);
    }

    void file(String name, boolean executable, InputStream content) throws IOException {
        Path path = claim(name, Kind.FILE);
        Path target = root.resolve(path);
        try (FileChannel out =
                FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                count(read);
                ByteBuffer chunk = ByteBuffer.wrap(buffer, 0, read);
                while (chunk.hasRemaining()) {
                    out.write(chunk);
                }
            }
            out.force(true);
        }
        setMode(target, executable);
    }

    /** A symbolic link; it is made at the end, and must lead to something in the archive. */
    void link(String name, String target) throws IOException {
        Path path = claim(name, Kind.LINK);
        countName(target);
        links.put(path, target);
    }

    /** A second name for a file that came before: it becomes a copy. */
    void copy(String name, String original) throws IOException {
        Path from = path(original);
        if (seen.get(from) != Kind.FILE) {
            throw new UnsafeBundle(
                    "its entry "
                            + quote(name)
                            + " is a second name of "
                            + quote(original)
                            + ", which is no file before it; pack it anew");
        }
        Path source = root.resolve(from);
        try (InputStream content = Files.newInputStream(source)) {
            file(name, Files.isExecutable(source), content);
        }
    }

    /** Something in the archive that is read and not kept. */
    void passOver(long size) throws UnsafeBundle {
        enter();
        count(size);
    }

    /** Makes the links and makes everything last. */
    void finish() throws IOException {
        stayInside(0);
        for (Map.Entry<Path, String> link : links.entrySet()) {
            Files.createSymbolicLink(root.resolve(link.getKey()), Path.of(link.getValue()));
        }
        Durable.syncFolders(root);
    }

    /**
     * Makes sure that no link leads out, not even on its way.
     *
     * @param stripped how many of the first folders will not be there where it is installed
     */
    void stayInside(int stripped) throws UnsafeBundle {
        Set<Path> files =
                seen.entrySet().stream()
                        .filter(it -> it.getValue() == Kind.FILE)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        for (Map.Entry<Path, String> link : links.entrySet()) {
            if (!new LinkWalk(seen.keySet(), files, links, stripped).leadsInside(link.getKey())) {
                throw leadsOut(link.getKey(), link.getValue());
            }
        }
    }

    private static UnsafeBundle leadsOut(Path path, String target) {
        return new UnsafeBundle(
                "its link "
                        + quote(path.toString())
                        + " leads to "
                        + quote(target)
                        + ", which is nothing in it; pack the file itself");
    }

    private Path claim(String name, Kind kind) throws IOException {
        enter();
        Path path = path(name);
        if (path.toString().isEmpty() || seen.putIfAbsent(path, kind) != null) {
            throw twice(name);
        }
        Path parent = path.getParent();
        if (parent != null) {
            makeFolder(parent);
        }
        return path;
    }

    private void makeFolder(Path path) throws IOException {
        for (int i = 1; i <= path.getNameCount(); i++) {
            Path part = path.subpath(0, i);
            Kind before = seen.get(part);
            if (before == null) {
                enter();
                seen.put(part, Kind.FOLDER);
                Files.createDirectory(root.resolve(part));
                setMode(root.resolve(part), true);
            } else if (before != Kind.FOLDER) {
                throw new UnsafeBundle(
                        "its entry "
                                + quote(path.toString())
                                + " lies in "
                                + quote(part.toString())
                                + ", which is no folder; pack it anew");
            }
        }
    }

    private void enter() throws UnsafeBundle {
        if (++entries > limits.entries()) {
            throw tooMany(limits);
        }
    }

    static UnsafeBundle tooMany(BundleLimits limits) {
        return new UnsafeBundle(
                "it has more than "
                        + limits.entries()
                        + " entries; raise the limit or make it smaller");
    }

    private void countName(String name) throws UnsafeBundle {
        names += name.length();
        if (name.length() > LONGEST_PATH || names > HARMLESS) {
            throw new UnsafeBundle("the name " + quote(name) + " is too long; shorten it");
        }
    }

    private Path path(String name) throws UnsafeBundle {
        countName(name);
        boolean odd = name.chars().anyMatch(c -> c < ' ' || c == 127 || c == '\\' || c == 0xFFFD);
        if (odd) {
            throw new UnsafeBundle(
                    "its entry " + quote(name) + " has characters no name should have; rename it");
        }
        Path path;
        try {
            path = InsideFolder.relative(name);
        } catch (InsideFolder.Escape escape) {
            throw new UnsafeBundle(
                    "its entry " + quote(name) + " leads out: " + escape.why() + "; pack it anew");
        }
        if (path.getNameCount() > limits.depth()) {
            throw new UnsafeBundle(
                    "its entry "
                            + quote(name)
                            + " is more than "
                            + limits.depth()
                            + " folders deep; make it flatter");
        }
        for (Path part : path) {
            if (part.toString().length() > LONGEST_NAME) {
                throw new UnsafeBundle("the name " + quote(name) + " is too long; shorten it");
            }
        }
        return path;
    }

    /** So many bytes more were taken out of the archive. */
    void count(long more) throws UnsafeBundle {
        bytes += more;
        if (bytes > limits.bytes()) {
            throw new UnsafeBundle(
                    "unpacked it is larger than "
                            + limits.bytes()
                            + " bytes; raise the limit or make it smaller");
        }
        if (bytes > HARMLESS && bytes / limits.ratio() > archiveBytes) {
            throw new UnsafeBundle(
                    "unpacked it is more than "
                            + limits.ratio()
                            + " times its size, as archives are that are made to fill disks;"
                            + " raise the limit if you trust it");
        }
    }

    private static UnsafeBundle twice(String name) {
        return new UnsafeBundle("its entry " + quote(name) + " comes twice; pack it anew");
    }

    /** What the owner may execute, all may; nothing else of the mode in an archive is kept. */
    private static void setMode(Path file, boolean executable) throws IOException {
        if (Files.getFileStore(file).supportsFileAttributeView("posix")
                && !Files.isSymbolicLink(file)
                && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(
                    file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    /** Gives a folder the mode that those in it have. */
    static void openToAll(Path folder) throws IOException {
        setMode(folder, true);
    }

    static String quote(String name) {
        int end = Math.min(name.length(), 100);
        var text = new StringBuilder("\"");
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            text.append(Character.isISOControl(c) ? '?' : c);
        }
        return text.append(end < name.length() ? "…\"" : "\"").toString();
    }
}
