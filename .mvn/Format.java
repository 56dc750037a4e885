import com.google.googlejavaformat.java.Main;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Formats every Java file of the repository, or only says which are not formatted: {@code java
 * Format.java apply|check ROOT}.
 *
 * <p>A program rather than a Maven plugin, because the plugins run the formatter inside Maven's own
 * JVM, which may be too old to parse this code.
 *
 * <p>What was found formatted is remembered by its contents: every build asks about the whole tree,
 * in which few files changed.
 */
final class Format {

    private static final Set<String> SKIPPED = Set.of("target", ".git", ".idea");

    /** One pass over a long string can leave work for the next. */
    private static final int PASSES = 4;

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[1]);
        Path record = root.resolve("target/formatted");
        List<String> all = javaFiles(root);
        Set<String> known = read(record);
        List<String> files = all.stream().filter(file -> !known.contains(digest(file))).toList();
        boolean formatted = isFormatted(files);
        if (arguments[0].equals("apply")) {
            for (int pass = 1; !formatted && pass <= PASSES; pass++) {
                run(files, "--replace");
                formatted = isFormatted(files);
            }
        }
        if (!formatted) {
            System.err.println(
                    "cannot pass the format check: the files above are not formatted; run"
                            + " ./format");
            System.exit(1);
        }
        if (!files.isEmpty()) {
            write(record, all.stream().map(Format::digest).distinct().toList());
        }
    }

    /** Another formatter has another opinion, so the record of one is nothing to another. */
    private static String formatter() {
        return Main.class.getProtectionDomain().getCodeSource().getLocation().toString();
    }

    private static Set<String> read(Path record) {
        try {
            List<String> lines = Files.readAllLines(record);
            return lines.getFirst().equals(formatter()) ? new HashSet<>(lines) : Set.of();
        } catch (IOException | RuntimeException none) {
            return Set.of();
        }
    }

    private static void write(Path record, List<String> digests) throws IOException {
        String text = formatter() + "\n" + String.join("\n", digests) + "\n";
        Files.createDirectories(record.getParent());
        Path fresh = Files.createTempFile(record.getParent(), "formatted", ".new");
        Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, record, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String digest(String file) {
        try {
            byte[] text = Files.readAllBytes(Path.of(file));
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** Prints the files that are not. */
    private static boolean isFormatted(List<String> files) throws Exception {
        return files.isEmpty() || run(files, "--dry-run", "--set-exit-if-changed") == 0;
    }

    private static int run(List<String> files, String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("--aosp"));
        words.addAll(List.of(options));
        words.addAll(files);
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        return new Main(out, err, System.in).format(words.toArray(String[]::new));
    }

    private static List<String> javaFiles(Path root) throws IOException {
        List<String> found = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes facts) {
                        return SKIPPED.contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
                        if (file.toString().endsWith(".java")) {
                            found.add(file.toString());
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }
}
