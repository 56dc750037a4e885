package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.TroubleGrpc;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.session.Encryption;
import dev.foster.plugin.session.SessionTerms;
import dev.foster.plugin.session.SocketRules;
import dev.foster.process.ChildSpec;
import dev.foster.process.StopPlan;
import dev.foster.supervise.spec.Backoff;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A host for one test, with what it hears and where its sockets are. */
final class Stage implements AutoCloseable {
    /** Far longer than anything takes: a test that waits so long has failed. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final MagicCookie COOKIE = new MagicCookie("BASIC_PLUGIN", "hello");

    final Heard heard = new Heard();
    final Path sockets;
    final HostOptions options;
    final PluginHost host;

    private Stage(Path sockets, HostOptions options) {
        this.sockets = sockets;
        this.options = options;
        this.host = PluginHost.start(options, heard);
    }

    /** Clear text, restarts almost at once. */
    static Stage in(Path sockets) {
        return in(sockets, options -> options);
    }

    static Stage in(Path sockets, UnaryOperator<HostOptions> change) {
        return new Stage(sockets, change.apply(options(sockets)));
    }

    static HostOptions options(Path sockets) {
        HostOptions usual = HostOptions.of(COOKIE);
        return usual.terms(terms(sockets))
                .restart(
                        usual.restart().backoff(new Backoff.Steps(List.of(Duration.ofMillis(10)))));
    }

    static SessionTerms terms(Path sockets) {
        return SessionTerms.of(COOKIE)
                .encryption(Encryption.None.NONE)
                .startTimeout(PATIENCE)
                .sockets(SocketRules.usual().parent(sockets));
    }

    /**
     * What there is before a test, after the JVM has opened what it keeps for all sockets to come.
     */
    static Leaks snapshot() {
        try (var server = ServerSocketChannel.open().bind(null);
                var client = SocketChannel.open(server.getLocalAddress());
                var accepted = server.accept()) {
            Thread reader = Thread.startVirtualThread(() -> readOne(client));
            // Only one that waits makes the JVM open what virtual threads wait with.
            Eventually.until(
                    PATIENCE, "it waits", () -> reader.getState() != Thread.State.RUNNABLE);
            accepted.write(ByteBuffer.allocate(1));
            reader.join();
        } catch (InterruptedException hurry) {
            throw new AssertionError(hurry);
        } catch (IOException noLoopback) {
            throw new UncheckedIOException(noLoopback);
        }
        return Leaks.snapshot();
    }

    private static void readOne(SocketChannel channel) {
        try {
            channel.read(ByteBuffer.allocate(1));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    // ---- plugins ----

    /** The real Go plugin, without health checks: on a busy machine they would be a race. */
    PluginSpec go(String id, String... environment) throws IOException, InterruptedException {
        ChildSpec child = ChildSpec.of(GoPrograms.kv().toString());
        for (int i = 0; i < environment.length; i += 2) {
            child = child.environment(environment[i], environment[i + 1]);
        }
        return spec(id, child);
    }

    /** A script that plays a plugin; it must make no children that outlive it. */
    PluginSpec script(String id, String script) {
        return spec(id, ChildSpec.of(Shell.script(script)));
    }

    private PluginSpec spec(String id, ChildSpec child) {
        return spec(id, child, StopPlan.defaults().eofWait(Duration.ofMillis(100)));
    }

    private PluginSpec spec(String id, ChildSpec child, StopPlan plan) {
        return PluginSpec.of(id, child.stopPlan(plan), options).health(Optional.empty());
    }

    /** A script that ends by itself when its input does. */
    PluginSpec politeScript(String id, String script) {
        return spec(id, ChildSpec.of(Shell.script(script)), StopPlan.defaults().eofWait(PATIENCE));
    }

    /** Adds and activates. */
    Plugin activated(PluginSpec spec) throws InterruptedException {
        host.register(spec);
        host.activate(spec.id());
        return host.get(spec.id());
    }

    /** Activates a plugin that must not come up, and tells why it did not. */
    String refused(PluginSpec spec) throws InterruptedException {
        host.register(spec);
        try {
            host.activate(spec.id());
        } catch (PluginException why) {
            assertThat(host.get(spec.id()).status().state()).isEqualTo(PluginState.FAILED_TO_START);
            assertThat(host.get(spec.id()).status().error()).isEqualTo(why.getMessage());
            nothingIsLeftOf(spec.id());
            return String.valueOf(why.getMessage());
        }
        throw new AssertionError("it came up");
    }

    /** No process, not even a zombie, and no socket. */
    void nothingIsLeftOf(String id) {
        assertThat(ProcTable.withVariable("FOSTER_PLUGIN_ID", id)).noneMatch(this::isOurs);
        assertThat(ProcTable.children(ProcessHandle.current().pid()))
                .filteredOn(ProcTable.Entry::zombie)
                .isEmpty();
        assertThat(files()).isEmpty();
    }

    /** Not one that another test of the same computer called the same. */
    private boolean isOurs(ProcTable.Entry process) {
        try {
            return Files.readString(
                            Path.of("/proc/" + process.pid() + "/environ"),
                            StandardCharsets.ISO_8859_1)
                    .contains("PLUGIN_UNIX_SOCKET_DIR=" + sockets);
        } catch (IOException gone) {
            return false;
        }
    }

    List<Path> files() {
        while (true) {
            try (Stream<Path> all = Files.walk(sockets)) {
                return all.filter(path -> !path.equals(sockets)).sorted().toList();
            } catch (UncheckedIOException meanwhile) {
                // What was there a moment ago is gone: then it is looked at once more.
                if (!(meanwhile.getCause() instanceof NoSuchFileException)) {
                    throw meanwhile;
                }
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }
    }

    // ---- calls ----

    static TroubleGrpc.TroubleBlockingStub trouble(Plugin plugin) {
        return TroubleGrpc.newBlockingStub(plugin.channel())
                .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    static KVGrpc.KVBlockingStub kv(Plugin plugin) {
        return KVGrpc.newBlockingStub(plugin.channel())
                .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    // ---- processes ----

    static long pid(Plugin plugin) {
        return plugin.status().pid().orElseThrow();
    }

    static void signal(long pid, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    }

    static void until(String what, BooleanSupplier condition) {
        Eventually.until(PATIENCE, what, condition);
    }

    @Override
    public void close() {
        host.close();
        assertThat(files()).isEmpty();
    }
}
