package dev.foster.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;

import dev.foster.control.ControlClient;
import dev.foster.control.ProjectPaths;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Ports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The dashboard of a project that really runs, in a daemon of its own, and browsers that look at
 * it. Each page is watched: {@link #complaints} tells what the browser had to say against it.
 */
public final class Dashboard implements AutoCloseable {
    /** For whatever must happen, on a machine that has much else to do. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path folder;
    private final int port;
    private final ProjectPaths paths;
    private final List<BrowserContext> contexts = new ArrayList<>();
    private final Map<BrowserContext, List<String>> complaints = new ConcurrentHashMap<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private Process daemon;

    private Dashboard(Path folder, int port) {
        this.folder = folder;
        this.port = port;
        this.paths = ProjectPaths.of(folder, environment());
        this.daemon = startDaemon();
    }

    /**
     * Starts a daemon and waits until its dashboard is there.
     *
     * @param folder where the project is to be: an empty folder
     * @param file what stands in its foster.yaml, but for {@code web}
     */
    public static Dashboard of(Path folder, String file) {
        try {
            // The daemon takes it later, and once more when it is started again.
            int port = Ports.free();
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve("foster.yaml"),
                    file + "\nweb: {listen: \"127.0.0.1:" + port + "\"}\n");
            return new Dashboard(folder, port);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Map<String, String> environment() {
        return Map.of(
                "FOSTER_STATE_DIR", folder.resolve(".state").toString(),
                "FOSTER_RUNTIME_DIR", folder.resolve(".run").toString());
    }

    private Process startDaemon() {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED"));
        // Who writes the page tests it without building it.
        String files = System.getProperty("foster.web.folder", "");
        if (!files.isEmpty()) {
            command.add("-Dfoster.web.folder=" + files);
        }
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.foster.cli.Main",
                        "up",
                        "--lines",
                        "--quiet"));
        Path log = folder.resolve("daemon.log");
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().putAll(environment());
        try {
            Process started = builder.start();
            boolean open =
                    Eventually.within(
                            LIMIT,
                            () -> !started.isAlive() || read(log).contains("dashboard is at"));
            assertThat(open && started.isAlive()).describedAs("%s", read(log)).isTrue();
            return started;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    // ---- what it is ----

    /** Such as {@code http://127.0.0.1:7433/}. */
    public String address() {
        return "http://127.0.0.1:" + port + "/";
    }

    public int port() {
        return port;
    }

    /** A link that lets one browser in, once. */
    public String link() {
        return client().web(OptionalInt.empty(), false).url();
    }

    public String token() {
        return read(paths.webToken()).strip();
    }

    /** Asks the daemon behind the dashboard's back. */
    public ControlClient client() {
        return new ControlClient(paths, "test");
    }

    // ---- looking at it ----

    /** A new browser, logged in, with the dashboard open. */
    public Page page() {
        return page(new Browser.NewContextOptions());
    }

    /**
     * The same.
     *
     * @param options how that browser is: as small as a phone, dark, slow
     */
    public Page page(Browser.NewContextOptions options) {
        Page page = stranger(options).newPage();
        page.navigate(link());
        return page;
    }

    /** A new browser that has never been here. */
    public BrowserContext stranger(Browser.NewContextOptions options) {
        BrowserContext context = Chromium.browser().newContext(options);
        context.setDefaultTimeout((double) LIMIT.toMillis());
        var heard = new CopyOnWriteArrayList<String>();
        complaints.put(context, heard);
        context.onConsoleMessage(
                said -> {
                    if (said.type().equals("error") || said.text().contains("Content Security")) {
                        heard.add(said.text() + " " + said.location());
                    }
                });
        context.onWebError(
                fault -> {
                    heard.add(fault.error());
                    faults.add(fault.error());
                });
        contexts.add(context);
        return context;
    }

    public BrowserContext stranger() {
        return stranger(new Browser.NewContextOptions());
    }

    /**
     * What the browser of a page had to say against it: faults of scripts, and whatever its own
     * policy forbids. A request that is refused, or finds no daemon, is told here too.
     */
    public List<String> complaints(Page page) {
        return List.copyOf(Objects.requireNonNull(complaints.get(page.context())));
    }

    // ---- what happens to it ----

    /** Ends the daemon; the dashboard is gone. */
    public void stop() {
        daemon.destroy();
        try {
            if (!daemon.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                daemon.destroyForcibly();
                throw new AssertionError("the daemon does not end: " + read(log()));
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private Path log() {
        return folder.resolve("daemon.log");
    }

    /** Starts it again, at the same address. */
    public void start() {
        daemon = startDaemon();
    }

    /** Closes all of it; scripts that failed, on whatever page, fail the test now. */
    @Override
    public void close() {
        contexts.forEach(BrowserContext::close);
        stop();
        assertThat(faults).isEmpty();
    }
}
