package dev.foster.bench.soak;

import dev.foster.control.ProjectPaths;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Those who delete and move what the daemon has written: its socket and its logs. */
final class Vandals implements Nuisance {
    private static final int SOCKET_SHARE = 4;

    private final ProjectPaths paths;
    private final Deeds deeds;

    Vandals(ProjectPaths paths, Deeds deeds) {
        this.paths = paths;
        this.deeds = deeds;
    }

    @Override
    public void act(Random random) throws IOException {
        if (random.nextInt(SOCKET_SHARE) == 0) {
            if (Files.deleteIfExists(paths.socket())) {
                deeds.count("vandals: the API's socket deleted");
            }
            return;
        }
        List<Path> logs = logs();
        if (logs.isEmpty()) {
            return;
        }
        Path log = logs.get(random.nextInt(logs.size()));
        if (random.nextBoolean()) {
            Files.deleteIfExists(log);
            deeds.count("vandals: a log deleted");
        } else {
            Files.move(log, log.resolveSibling("moved"), StandardCopyOption.REPLACE_EXISTING);
            deeds.count("vandals: a log moved");
        }
    }

    private List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.list(paths.state().resolve("logs"))) {
            return files.filter(file -> file.toString().endsWith(".log")).toList();
        }
    }
}
