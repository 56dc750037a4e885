package dev.foster.bench.process.worker;

import com.zaxxer.nuprocess.NuAbstractProcessHandler;
import com.zaxxer.nuprocess.NuProcess;
import com.zaxxer.nuprocess.NuProcessBuilder;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** NuProcess with its default settings. */
final class NuProcessContestant implements Contestant {

    @Override
    public Started start(List<String> command) {
        var handler = new Handler(new Tally(), false);
        NuProcess process = launch(command, handler);
        return new Started() {
            @Override
            public void kill() {
                process.destroy(true);
            }

            @Override
            public void awaitExit() throws InterruptedException {
                Bounds.await(handler.exit);
            }

            @Override
            public void awaitGone() throws InterruptedException {
                // NuProcess tells of an exit once both outputs have ended.
                awaitExit();
            }

            @Override
            public CompletableFuture<?> terminate() {
                process.destroy(false);
                return handler.exit;
            }
        };
    }

    @Override
    public CompletableFuture<Tally> read(List<String> command, Style style) {
        var handler = new Handler(new Tally(), true);
        launch(command, handler);
        return handler.exit.thenApply(code -> handler.tally);
    }

    private static NuProcess launch(List<String> command, Handler handler) {
        NuProcess process = new NuProcessBuilder(handler, command).start();
        if (process == null) {
            throw new IllegalStateException(
                    "cannot start " + command + ": NuProcess did not say why");
        }
        return process;
    }

    /**
     * Splits lines, one time per read as the C baseline does. NuProcess reports an exit after the
     * outputs have ended.
     */
    private static final class Handler extends NuAbstractProcessHandler {
        private final CompletableFuture<Integer> exit = new CompletableFuture<>();
        private final Tally tally;
        private final boolean splitting;
        private byte[] bytes = new byte[NuProcess.BUFFER_CAPACITY];
        private int partial;

        Handler(Tally tally, boolean splitting) {
            this.tally = tally;
            this.splitting = splitting;
            if (!splitting) {
                bytes = new byte[0];
            }
        }

        @Override
        public void onExit(int code) {
            exit.complete(code);
        }

        @Override
        public void onStdout(ByteBuffer buffer, boolean closed) {
            if (!splitting) {
                buffer.position(buffer.limit());
                return;
            }
            int count = buffer.remaining();
            if (count > bytes.length) {
                bytes = new byte[count];
            }
            buffer.get(bytes, 0, count);
            split(count);
        }

        private void split(int count) {
            Instant now = Instant.now();
            long at = now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
            int from = 0;
            for (int i = 0; i < count; i++) {
                if (bytes[i] == '\n') {
                    tally.line(at, partial + i - from);
                    partial = 0;
                    from = i + 1;
                }
            }
            partial += count - from;
        }

        @Override
        public void onStderr(ByteBuffer buffer, boolean closed) {
            buffer.position(buffer.limit());
        }
    }

    @Override
    public void close() {}
}
