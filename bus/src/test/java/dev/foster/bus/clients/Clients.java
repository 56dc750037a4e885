package dev.foster.bus.clients;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.OneAtATime;
import dev.foster.testkit.Peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Clients of NATS in other languages: programs of {@code src/it}, made ready once in each run. */
enum Clients {
    NATS_PY("python3") {
        @Override
        void prepare() throws IOException, InterruptedException {
            Path wanted = Path.of("src", "it", "python", "requirements.txt").toAbsolutePath();
            Path made = ENVIRONMENT.resolve("requirements.txt");
            // Written last: what an interrupted run left behind does not count.
            if (!Files.exists(made) || Files.mismatch(made, wanted) >= 0) {
                call("python3", "-m", "venv", "--clear", ENVIRONMENT.toString());
                call(PYTHON, "-m", "pip", "install", "-q", "-r", wanted.toString());
                Files.copy(wanted, made);
            }
        }

        @Override
        List<String> words() {
            return List.of(PYTHON, "src/it/python/natspy.py");
        }
    },
    NATS_GO("go") {
        @Override
        void prepare() throws IOException, InterruptedException {
            call("sh", "src/it/go/build", FOLDER.resolve("go").toString());
        }

        @Override
        List<String> words() {
            return List.of(FOLDER.resolve("go").resolve("natsgo").toString());
        }
    };

    private static final Path FOLDER = Path.of("target", "it").toAbsolutePath();
    private static final Path ENVIRONMENT = FOLDER.resolve("python");
    private static final String PYTHON = ENVIRONMENT.resolve("bin").resolve("python").toString();
    private static final Map<Clients, List<String>> COMMANDS = new HashMap<>();

    private final String needs;

    Clients(String needs) {
        this.needs = needs;
    }

    abstract void prepare() throws IOException, InterruptedException;

    /** How it is started, once it is prepared. */
    abstract List<String> words();

    /** Whether what it is made with is here; where it has to be and is not, that is a failure. */
    boolean available() {
        return Peer.isInstalled(needs);
    }

    private List<String> command() throws IOException, InterruptedException {
        synchronized (COMMANDS) {
            List<String> ready = COMMANDS.get(this);
            if (ready == null) {
                OneAtATime.prepare(FOLDER, this::prepare);
                ready = words();
                COMMANDS.put(this, ready);
            }
            return ready;
        }
    }

    /** Runs a scenario to its end, and restarts the bus when it asks for that. */
    void run(String scenario, TestBus bus) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command());
        words.addAll(List.of(scenario, bus.url(), bus.limitedUrl()));
        Path errors = Files.createTempFile("client", ".err");
        Process process = new ProcessBuilder(words).redirectError(errors.toFile()).start();
        try (BufferedReader said = process.inputReader(UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.equals("restart")) {
                    bus.restart();
                    process.outputWriter(UTF_8).append("restarted\n").flush();
                }
            }
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            assertThat(ended).as("%s %s ends", this, scenario).isTrue();
            assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        } finally {
            process.destroyForcibly().waitFor();
            process.outputWriter(UTF_8).close();
            Files.delete(errors);
        }
    }

    private static void call(String... words) throws IOException, InterruptedException {
        Path log = FOLDER.resolve("prepare.log");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).as(String.join(" ", words)).isTrue();
        assertThat(process.exitValue())
                .as(String.join(" ", words) + ": " + Files.readString(log))
                .isZero();
    }
}
