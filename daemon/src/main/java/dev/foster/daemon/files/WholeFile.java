package dev.foster.daemon.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Small files that are replaced: readers see the old text or the new one, never a part. */
public final class WholeFile {
    private WholeFile() {}

    /** Replaces it. */
    public static void write(Path file, String text) throws IOException {
        Files.write(fresh(file), text.getBytes(UTF_8));
        move(file);
    }

    /** Replaces it, and returns when that is on the disk. */
    public static void writeToDisk(Path file, String text) throws IOException {
        try (OwnFile draft = OwnFile.open(fresh(file))) {
            byte[] bytes = text.getBytes(UTF_8);
            draft.write(0, bytes);
            draft.channel().truncate(bytes.length);
            draft.channel().force(true);
        }
        move(file);
        try (FileChannel folder =
                FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            // The new name as well.
            folder.force(true);
        }
    }

    private static Path fresh(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    private static void move(Path file) throws IOException {
        Files.move(
                fresh(file),
                file,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
