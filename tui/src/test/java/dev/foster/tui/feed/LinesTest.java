package dev.foster.tui.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.LogLineView;
import dev.foster.control.TailView;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

final class LinesTest {

    private static LogLineView line(long cursor) {
        return new LogLineView(Instant.EPOCH, "web", "out", "line " + cursor, "" + cursor);
    }

    private static List<LogLineView> lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(LinesTest::line).toList();
    }

    @Test
    void aViewBeginsWithWhatTheDaemonHas() {
        Output output = Lines.first(new TailView("web", 0, Optional.of(true), lines(1, 4)));
        assertThat(output.lines()).extracting(LogLine::cursor).containsExactly(1L, 2L, 3L);
        assertThat(output.whole()).isFalse();
    }

    @Test
    void whoReadsCloselyIsToldWhatCameTooFast() {
        Output before = Lines.first(new TailView("web", 0, Optional.of(false), lines(1, 3)));
        Output after = Lines.read(before, new TailView("web", 1234, lines(5000, 5002)));
        assertThat(after.lines()).hasSize(5);
        LogLine gap = after.lines().get(2);
        assertThat(gap.voice()).isEqualTo(LogLine.Voice.FOSTER);
        assertThat(gap.text()).contains("1,234 lines");
        assertThat(gap.cursor()).isEqualTo(4999);
        assertThat(after.whole()).isTrue();
    }

    @Test
    void aGlimpseShowsTheNewestAndNoLineTwice() {
        Output before = Lines.first(new TailView("web", 0, Optional.of(false), lines(1, 3)));
        assertThat(Lines.glimpsed(before, new TailView("web", 0, lines(3, 5))).lines()).hasSize(4);
        Output after = Lines.glimpsed(before, new TailView("web", 90, lines(93, 95)));
        assertThat(after.lines()).extracting(LogLine::cursor).containsExactly(93L, 94L);
        assertThat(after.whole()).isFalse();
    }

    @Test
    void memoryIsBoundedAndTheNewestStay() {
        Output output = Output.NONE;
        for (int i = 0; i < 120; i++) {
            output = Lines.read(output, new TailView("web", 0, lines(i * 500, i * 500 + 500)));
        }
        assertThat(output.lines()).hasSize(50_000);
        assertThat(output.lines().getLast().cursor()).isEqualTo(59_999);
        assertThat(output.whole()).isFalse();
    }

    @Test
    void olderLinesComeInFrontAndNoneTwice() {
        Output now = Lines.first(new TailView("web", 0, Optional.of(true), lines(10, 12)));
        Output more = Lines.older(now, lines(8, 11), true);
        assertThat(more.lines()).extracting(LogLine::cursor).containsExactly(8L, 9L, 10L, 11L);
        assertThat(more.whole()).isTrue();
    }
}
