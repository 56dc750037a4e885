import com.google.googlejavaformat.java.Main;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Formats every Java file of the repository, or only says which are not formatted: {@code java
 * Format.java apply|check ROOT}.
 *
 * <p>A program rather than a Maven plugin, because the plugins run the formatter inside Maven's own
 * JVM, which may be too old to parse this code.
 */
final class Format {

    private static final Set<String> SKIPPED = Set.of("target", ".git", ".idea");

    /** One pass over a long string can leave work for the next. */
    private static final int PASSES = 4;

    public static void main(String[] arguments) throws Exception {
        List<String> files = javaFiles(Path.of(arguments[1]));
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
    }

    /** Prints the files that are not. */
    private static boolean isFormatted(List<String> files) throws Exception {
        return run(files, "--dry-run", "--set-exit-if-changed") == 0;
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
