package dev.foster.daemon.sign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.GaugeView;
import dev.foster.daemon.config.AlertSpec;
import dev.foster.daemon.config.GaugeSpec;
import dev.foster.daemon.config.SignSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What lines mean: a figure, an alarm and its end. */
@Timeout(60)
class ProcessSignsTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> told = new ArrayList<>();

    private ProcessSigns signs(Optional<GaugeSpec> gauge, Optional<AlertSpec> alert) {
        return new ProcessSigns(
                new SignSpec(gauge, alert),
                new ProcessSigns.Listener() {
                    @Override
                    public void raised(String line) {
                        told.add("raised " + line);
                    }

                    @Override
                    public void cleared(String line) {
                        told.add("cleared " + line);
                    }

                    @Override
                    public void turned() {
                        told.add("turned");
                    }

                    @Override
                    public void gaveUp(String pattern) {
                        told.add("gave up " + pattern);
                    }
                });
    }

    private static GaugeSpec gauge(Optional<Double> baseline) {
        return new GaugeSpec("rate=(\\S+)", "req/s", baseline, Optional.of(0.5));
    }

    private static void say(ProcessSigns signs, String... lines) {
        for (String line : lines) {
            byte[] bytes = ("##" + line + "##").getBytes(StandardCharsets.UTF_8);
            signs.line(bytes, 2, bytes.length - 4);
        }
    }

    @Test
    void theLastLineWithTheFigureTellsItsValue() {
        ProcessSigns signs = signs(Optional.of(gauge(Optional.of(100.0))), Optional.empty());
        assertThat(signs.gauge()).isEmpty();
        say(signs, "hello", "rate=90 now", "rate=NaN", "rate=many", "nothing");
        GaugeView view = signs.gauge().orElseThrow();
        assertThat(view).isEqualTo(new GaugeView(90, 100, false, "req/s", List.of(90.0)));
        assertThat(told).isEmpty();
    }

    @Test
    void aGroupThatTookNoPartIsNoFigure() {
        var spec = new GaugeSpec("none|rate=(.)", "", Optional.empty(), Optional.empty());
        ProcessSigns signs = signs(Optional.of(spec), Optional.empty());
        say(signs, "none");
        assertThat(signs.gauge()).isEmpty();
        say(signs, "rate=3");
        assertThat(signs.gauge().orElseThrow().value()).isEqualTo(3);
    }

    @Test
    void aFigureBelowItsShareOfTheBaselineIsLowAndThatIsToldOnce() {
        ProcessSigns signs = signs(Optional.of(gauge(Optional.of(100.0))), Optional.empty());
        say(signs, "rate=51", "rate=49", "rate=20", "rate=50");
        assertThat(told).containsExactly("turned", "turned");
        assertThat(signs.gauge().orElseThrow().low()).isFalse();
    }

    @Test
    void theBaselineIsTheMedianOfTheFirstTenValues() {
        var gauge = new Gauge(gauge(Optional.empty()));
        for (int i = 1; i <= 9; i++) {
            assertThat(gauge.take(i == 1 ? 1000 : 10, i * SECOND)).isFalse();
        }
        assertThat(gauge.take(1, 10 * SECOND)).as("low from the tenth on").isTrue();
        gauge.take(5000, 11 * SECOND);
        assertThat(gauge.view().orElseThrow().baseline()).isEqualTo(10);
    }

    @Test
    void whatIsToldBeforeTheWorkBeginsIsNoBaseline() {
        var gauge = new Gauge(gauge(Optional.empty()));
        for (int i = 1; i <= 20; i++) {
            assertThat(gauge.take(0, i * SECOND)).isFalse();
        }
        for (int i = 21; i <= 30; i++) {
            assertThat(gauge.take(10, i * SECOND)).isFalse();
        }
        assertThat(gauge.take(0, 31 * SECOND)).as("low, now that more is usual").isTrue();
        assertThat(gauge.view().orElseThrow().baseline()).isEqualTo(10);
    }

    @Test
    void theCurveHasAtMostFourValuesASecondAndSixtyInAll() {
        var gauge = new Gauge(gauge(Optional.empty()));
        for (int i = 0; i < 1000; i++) {
            gauge.take(i, i * SECOND / 10);
        }
        List<Double> recent = gauge.view().orElseThrow().recent();
        assertThat(recent).hasSize(60).last().isEqualTo(999.0);
        assertThat(IntStream.range(1, 59).mapToObj(i -> recent.get(i) - recent.get(i - 1)))
                .allMatch(step -> step >= 2.5);
    }

    @Test
    void anAlarmLastsUntilItsEndAndIsRaisedOnce() {
        ProcessSigns signs =
                signs(
                        Optional.empty(),
                        Optional.of(new AlertSpec("DETECTED", Optional.of("RECOVERED"))));
        say(signs, "quiet", "RECOVERED", "fire DETECTED", "smoke DETECTED");
        assertThat(signs.alert()).contains("fire DETECTED");
        say(signs, "all RECOVERED", "still RECOVERED");
        assertThat(signs.alert()).isEmpty();
        say(signs, "x DETECTED");
        signs.started();
        signs.started();
        assertThat(told)
                .containsExactly(
                        "raised fire DETECTED",
                        "cleared all RECOVERED",
                        "raised x DETECTED",
                        "cleared started again");
    }

    @Test
    void aLongAlarmIsCutAndOfALongLineOnlyTheBeginningCounts() {
        ProcessSigns signs =
                signs(Optional.empty(), Optional.of(new AlertSpec("X", Optional.empty())));
        say(signs, "a".repeat(10_000) + "X");
        assertThat(signs.alert()).isEmpty();
        say(signs, "X".repeat(500));
        assertThat(signs.alert()).contains("X".repeat(199) + "…");
        signs.started();
        say(signs, "X".repeat(198) + "😀".repeat(9));
        assertThat(signs.alert()).contains("X".repeat(198) + "…");
    }

    @Test
    void aPatternThatTakesTooLongIsGivenUpAndTheOthersGoOn() {
        ProcessSigns signs =
                signs(
                        Optional.of(gauge(Optional.empty())),
                        Optional.of(new AlertSpec("a*a*a*a*a*a*b", Optional.of("(x|y)*z"))));
        for (int i = 0; i < 20; i++) {
            say(signs, "rate=" + i + " " + "a".repeat(100));
        }
        assertThat(told).containsExactly("gave up a*a*a*a*a*a*b");
        assertThat(signs.gauge().orElseThrow().value()).isEqualTo(19);
        assertThat(signs.alert()).isEmpty();
    }

    @Test
    void aPatternThatGoesTooDeepFindsNothing() {
        ProcessSigns signs =
                signs(Optional.empty(), Optional.of(new AlertSpec("(x|y)*z", Optional.empty())));
        say(signs, "xy".repeat(4999));
        assertThat(signs.alert()).isEmpty();
        say(signs, "xyz");
        assertThat(signs.alert()).contains("xyz");
    }
}
