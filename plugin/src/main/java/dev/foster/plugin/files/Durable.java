package dev.foster.plugin.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;

/** Changes to files that are there, whole or not at all, after the power failed. */
public final class Durable {
    private Durable() {}

    /** Replaces a small file: readers see the old text or the new one, never a part. */
    public static void write(Path file, String text) throws IOException {
        Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
        try (FileChannel channel =
                FileChannel.open(
                        draft,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        move(draft, file);
    }

    /** Renames, over an existing file if there is one, and makes that last. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(parent(to));
        syncFolder(parent(from));
    }

    private static Path parent(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException("cannot move " + path + ": it is the root; name another");
        }
        return parent;
    }

    /** Makes the names in a folder last. */
    public static void syncFolder(Path folder) throws IOException {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return; // Windows cannot open a folder, and needs no such call
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes the names in a folder and in all folders below it last. */
    public static void syncFolders(Path top) throws IOException {
        Files.walkFileTree(
                top,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes seen)
                            throws IOException {
                        syncFolder(folder);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /** Removes a folder and all that is in it; links are removed, not followed. */
    public static void deleteTree(Path top) throws IOException {
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(top);
            return;
        }
        openUp(top);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(top)) {
            for (Path entry : entries) {
                deleteTree(entry);
            }
        } catch (NoSuchFileException goneMeanwhile) {
            return;
        }
        Files.deleteIfExists(top);
    }

    /** A folder that may not be written cannot be emptied. */
    private static void openUp(Path folder) throws IOException {
        if (Files.isWritable(folder) && Files.isExecutable(folder)) {
            return;
        }
        var permissions = new HashSet<>(Files.getPosixFilePermissions(folder));
        permissions.add(PosixFilePermission.OWNER_READ);
        permissions.add(PosixFilePermission.OWNER_WRITE);
        permissions.add(PosixFilePermission.OWNER_EXECUTE);
        Files.setPosixFilePermissions(folder, permissions);
    }
}
