package dev.foster.plugin.protocol.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.transport.EventLoops;
import dev.foster.plugin.protocol.yamux.VirtualThreads;
import dev.foster.plugin.protocol.yamux.WarmUp;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Sees to it that each test leaves no thread, descriptor or socket file. The event loops are kept
 * from one test to the next, because Netty takes a second to end them; after the last test they
 * must end too.
 */
final class Cleanliness
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private final Path folder;
    private final Leaks beforeAll;
    private final EventLoops.Lease lease;
    private Leaks before;

    Cleanliness() {
        try {
            folder = Files.createTempDirectory("broker");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
        beforeAll = WarmUp.snapshot(folder);
        before = beforeAll;
        lease = EventLoops.lease();
    }

    /** Where the test has its sockets. */
    Path folder() {
        return folder;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        // Each loop begins when it is first given something to do.
        for (var loop : lease.group()) {
            loop.submit(() -> {}).get();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        before = Leaks.snapshot();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        before.assertNothingLeft();
        VirtualThreads.assertNoneNamed("foster-");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("socket files").isEmpty();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        lease.close();
        beforeAll.assertNothingLeft();
        Files.delete(folder);
    }
}
