package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.catchThrowable;

import dev.foster.process.ChildSpec;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.ProcessEngine;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What tests of children stand on: each kind of engine, and the proof that nothing is left.
 *
 * <p>{@code -Dfoster.test.kinds=LINUX} runs them for one engine only.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.foster.stdio.child.RpcChildContract#kinds")
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class RpcChildContract {
    /** Longer than anything takes that works; only a failing test waits for so long. */
    static final Duration SOON = Duration.ofSeconds(60);

    private static final Set<Kind> WARM = EnumSet.noneOf(Kind.class);

    @Parameter Kind kind = Kind.BEST;
    final Overheard heard = new Overheard();
    ProcessEngine engine;
    Leaks before;

    static Stream<Kind> kinds() {
        String wanted = System.getProperty("foster.test.kinds", "LINUX,PORTABLE");
        boolean linux = System.getProperty("os.name", "").equals("Linux");
        return Arrays.stream(wanted.split(",", -1))
                .map(Kind::valueOf)
                .filter(each -> linux || each != Kind.LINUX);
    }

    @BeforeEach
    void startTheEngine() {
        if (WARM.add(kind)) {
            warmUp();
        }
        before = Leaks.snapshot();
        engine = ProcessEngine.start(EngineOptions.defaults().kind(kind));
    }

    /** What the JVM opens once and for all shall not look like a leak of the first test. */
    private void warmUp() {
        try (ProcessEngine first = ProcessEngine.start(EngineOptions.defaults().kind(kind));
                RpcChild child =
                        RpcChild.start(
                                first,
                                TalkingChild.spec(),
                                RpcLimits.defaults(),
                                new Overheard())) {
            child.call("echo", RawJson.emptyObject(), SOON).join();
        }
    }

    @AfterEach
    void closeTheEngine() {
        engine.close();
        before.assertNothingLeft();
    }

    RpcChild start(ChildSpec spec) {
        return start(spec, RpcLimits.defaults());
    }

    RpcChild start(ChildSpec spec, RpcLimits limits) {
        return RpcChild.start(engine, spec.stopPlan(TalkingChild.QUICK), limits, heard);
    }

    RpcChild talking() {
        return start(TalkingChild.spec());
    }

    static ChildSpec shell(String script) {
        return ChildSpec.of(Shell.script(script));
    }

    static RpcMessage request(String id, String method, String params) {
        return RpcMessage.request(RawJson.parse(id), method, RawJson.parse(params));
    }

    static RpcMessage notification(String method, String params) {
        return RpcMessage.notification(method, RawJson.parse(params));
    }

    static String resultOf(CompletableFuture<RpcMessage> answer) {
        return answer.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
                .join()
                .result()
                .orElseThrow()
                .json();
    }

    /** What a future failed with. */
    static Throwable failureOf(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(() -> future.get(SOON.toSeconds(), TimeUnit.SECONDS));
        return thrown instanceof ExecutionException || thrown instanceof CompletionException
                ? Objects.requireNonNull(thrown.getCause())
                : thrown;
    }
}
