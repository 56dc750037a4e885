package dev.foster.plugin.runtime;

import dev.foster.plugin.files.Durable;
import dev.foster.plugin.files.FolderLock;
import dev.foster.process.Quantities;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Start-up caches of the virtual machine for message plugins in Java, each made once by a rehearsal
 * of the runner and named by what it was made with.
 *
 * <p>One serves all plugins with the same options: what the runner and the client library load is
 * in it, and the plugin's own jars follow them on the class path. Without one a plugin runs as
 * well, only slower to start; so whatever fails here is told and forgotten, and nobody waits for a
 * cache that somebody else is making.
 */
final class StartupCaches {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final int KEPT = 8;

    private final Path folder;
    private final HelperProgram tool;
    private final RuntimeOptions options;

    StartupCaches(HelperProgram tool, RuntimeOptions options) {
        this.folder = options.cache().toAbsolutePath().resolve("java");
        this.tool = tool;
        this.options = options;
    }

    /**
     * A cache that serves this virtual machine.
     *
     * @param java the program
     * @param virtualMachine its options, without class path
     */
    Optional<Path> provide(
            Path java, List<String> virtualMachine, JavaRunner runner, Progress progress)
            throws InterruptedException {
        if (!runner.isOfJars() || virtualMachine.stream().anyMatch(StartupCaches::forbids)) {
            return Optional.empty();
        }
        try {
            String description = describe(java, virtualMachine, runner);
            var plan = new Plan(java, virtualMachine, runner, description, folder);
            if (plan.isWhole()) {
                return Optional.of(plan.cache());
            }
            Optional<FolderLock> lock = FolderLock.tryTake(plan.file(".lock"));
            if (lock.isEmpty()) {
                return Optional.empty();
            }
            try (FolderLock _ = lock.get()) {
                return make(plan, progress);
            }
        } catch (IOException | RuntimeProblem failed) {
            progress.line("starting without a start-up cache: " + failed.getMessage());
            return Optional.empty();
        }
    }

    /** A cache of one's own, or an agent, which may do anything while it is rehearsed. */
    private static boolean forbids(String option) {
        return option.startsWith("-XX:AOT")
                || option.startsWith("-Xshare")
                || option.startsWith("-XX:SharedArchiveFile")
                || option.startsWith("-agent")
                || option.startsWith("-javaagent");
    }

    private record Plan(
            Path java,
            List<String> virtualMachine,
            JavaRunner runner,
            String description,
            Path folder) {

        Path file(String ending) {
            return folder.resolve(Sha256.of(description).substring(0, 24) + ending);
        }

        Path cache() {
            return file(".aot");
        }

        /** Written last, with the size: a cache that was cut off is none. */
        Path marker() {
            return file(".txt");
        }

        String finished() throws IOException {
            return description + "size " + Files.size(cache()) + "\n";
        }

        boolean isWhole() throws IOException {
            return Files.isRegularFile(cache())
                    && Files.isRegularFile(marker())
                    && Files.readString(marker()).equals(finished());
        }

        /** It failed not long ago, and would again. */
        boolean isHopeless() throws IOException {
            return Files.exists(file(".failed"))
                    && Files.getLastModifiedTime(file(".failed"))
                            .toInstant()
                            .isAfter(Instant.now().minus(PATIENCE));
        }
    }

    private static String describe(Path java, List<String> virtualMachine, JavaRunner runner)
            throws IOException {
        var lines = new ArrayList<String>();
        lines.add("foster start-up cache, format 1");
        Path real = java.toRealPath();
        lines.add("java " + real + " " + stamp(real));
        Path home = real.resolve("../..").normalize();
        for (String part : List.of("release", "lib/modules")) {
            if (Files.exists(home.resolve(part))) {
                lines.add(part + " " + stamp(home.resolve(part)));
            }
        }
        virtualMachine.forEach(option -> lines.add("option " + option));
        for (Path jar : runner.classPath()) {
            lines.add("jar " + jar + " " + stamp(jar));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String stamp(Path file) throws IOException {
        return Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
    }

    private Optional<Path> make(Plan plan, Progress progress)
            throws IOException, InterruptedException {
        // Somebody may have made it while we came for the lock.
        if (plan.isWhole()) {
            return Optional.of(plan.cache());
        }
        if (plan.isHopeless()) {
            return Optional.empty();
        }
        progress.line("making a start-up cache for Java in " + plan.cache());
        Files.deleteIfExists(plan.marker());
        Path draft = plan.file(".draft.aot");
        try {
            Optional<String> problem = rehearse(plan, draft);
            if (problem.isPresent()) {
                Durable.write(plan.file(".failed"), problem.get() + "\n");
                progress.line("starting without a start-up cache: " + problem.get());
                return Optional.empty();
            }
            try (FileChannel written = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Durable.move(draft, plan.cache());
            Durable.write(plan.marker(), plan.finished());
            Files.deleteIfExists(plan.file(".failed"));
            forgetOldest();
            return Optional.of(plan.cache());
        } finally {
            Files.deleteIfExists(draft);
            Files.deleteIfExists(plan.file(".draft.aot.config"));
        }
    }

    private Optional<String> rehearse(Plan plan, Path draft) throws InterruptedException {
        var command = new ArrayList<>(List.of(plan.java().toString()));
        command.addAll(plan.virtualMachine());
        command.add("-XX:AOTCacheOutput=" + draft);
        command.add("-cp");
        command.add(
                plan.runner().classPath().stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)));
        command.add(JavaRunner.MAIN);
        command.add("--rehearse");
        Duration limit = options.buildLimit().compareTo(LIMIT) < 0 ? options.buildLimit() : LIMIT;
        Optional<HelperProgram.Ran> ran =
                tool.run(
                        command,
                        folder,
                        ToolEnvironment.forJava(options.environment()),
                        limit,
                        Progress.silent());
        if (ran.isEmpty()) {
            return Optional.of("the rehearsal took longer than " + Quantities.of(limit));
        }
        if (!ran.get().exit().clean() || !Files.isRegularFile(draft)) {
            return Optional.of(
                    "the rehearsal failed ("
                            + ran.get().exit().describe()
                            + ") "
                            + String.join(" ", ran.get().last(1)));
        }
        return Optional.empty();
    }

    /** Each new build of Foster or of Java makes new ones; the old ones are large. */
    private void forgetOldest() throws IOException {
        List<Path> markers;
        try (Stream<Path> all = Files.list(folder)) {
            markers = all.filter(path -> path.toString().endsWith(".txt")).toList();
        }
        List<Path> newestFirst =
                markers.stream()
                        .sorted(Comparator.comparing(StartupCaches::time).reversed())
                        .toList();
        for (Path old :
                newestFirst.subList(Math.min(KEPT, newestFirst.size()), newestFirst.size())) {
            Files.deleteIfExists(old);
            String name = old.getFileName().toString();
            Files.deleteIfExists(old.resolveSibling(name.substring(0, name.length() - 4) + ".aot"));
        }
    }

    private static FileTime time(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }
}
