package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.protocol.hclog.HclogLines;
import dev.foster.process.ChildStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What plugins say, in the log of the application. [24.39] */
class SystemPluginLogTest {
    private final Logger logger = Logger.getLogger("plugin.kv");
    private final List<String> written = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord line) {
                    written.add(line.getLevel() + " " + line.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.FINE);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }

    @Test
    void eachPluginHasItsOwnLoggerAndLevelsAreKept() {
        PluginLog log = PluginLog.toSystemLogger();
        var lines = new HclogLines();
        log.logged("kv", lines.line("{\"@level\":\"warn\",\"@message\":\"careful\",\"n\":1}"));
        log.logged("kv", lines.line("[ERROR] broken"));
        log.logged("kv", lines.line("{\"@level\":\"trace\",\"@message\":\"chatter\"}"));
        log.logged("other", lines.line("[DEBUG] not for this logger"));
        log.printed("kv", ChildStream.STDOUT, "printed\n".getBytes(StandardCharsets.UTF_8));
        log.wrote("kv", "bare");
        log.progress("kv", "building");
        assertThat(written)
                .containsExactly(
                        "WARNING careful n=1",
                        "SEVERE [ERROR] broken",
                        "INFO printed",
                        "FINE bare",
                        "INFO building");
    }
}
