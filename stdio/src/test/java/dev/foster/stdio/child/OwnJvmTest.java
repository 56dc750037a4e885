package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.ProcessEngine;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A JVM can end although a child hangs and nobody closed anything. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnJvmTest {

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"LINUX", "PORTABLE"})
    void aJvmEndsThoughAChildHangs(Kind kind) throws Exception {
        Process jvm =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Forgetful.class.getName(),
                                kind.name())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(jvm.exitValue()).isZero();
        String[] words = said.strip().split(" ", -1);
        assertThat(words[0]).isEqualTo("asked");
        long child = Long.parseLong(words[1]);
        Overheard.await("the child has gone with its JVM", () -> !ProcTable.running(child));
    }

    /** Starts a child that neither reads nor answers, asks it, and returns from main. */
    static final class Forgetful {
        private Forgetful() {}

        public static void main(String[] arguments) {
            ProcessEngine engine =
                    ProcessEngine.start(EngineOptions.defaults().kind(Kind.valueOf(arguments[0])));
            RpcChild child =
                    RpcChild.start(
                            engine,
                            ChildSpec.of("/bin/sh", "-c", "trap '' TERM; exec sleep 1000"),
                            RpcLimits.defaults(),
                            new Overheard());
            RawJson much = RawJson.parse("[\"" + "x".repeat(500_000) + "\"]");
            child.send(RpcMessage.notification("a", much));
            var _ = child.call("initialize", RawJson.emptyObject(), Duration.ofMinutes(5));
            System.out.println("asked " + child.pid());
        }
    }
}
