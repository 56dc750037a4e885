package dev.foster.tui.page;

import static dev.foster.tui.page.OverviewPageTest.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Reading;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.World;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class ProcessPageTest {
    private static final Ui UI = Ui.start(true).page(Page.PROCESS).selected("api");

    @Test
    void whatIsSeenIsToldSoThatOneCanScroll() {
        Picture newest = draw(world(1_000), UI, 80, 12);
        assertThat(newest.sight().rows()).isEqualTo(8);
        assertThat(newest.sight().first()).contains(1_992L);
        assertThat(newest.sight().last()).contains(1_999L);
        Picture earlier = draw(world(1_000), UI.reading(Reading.START.from(1_100)), 80, 12);
        assertThat(earlier.sight().first()).contains(1_100L);
        assertThat(earlier.sight().last()).contains(1_107L);
        assertThat(earlier.frame().plain()).contains("▼ 892 more lines");
    }

    @Test
    void anEmptyOutputHasNoSight() {
        Picture picture = draw(world(0), UI, 80, 12);
        assertThat(picture.sight().first()).isEmpty();
        assertThat(picture.frame().plain()).contains("It has said nothing yet.");
    }

    @Test
    void theFilterSaysHowManyItHides() {
        String plain =
                draw(world(1_000), UI.reading(Reading.START.filter("NUMBER 99")), 80, 12)
                        .frame()
                        .plain();
        assertThat(plain)
                .contains("989 hidden")
                .contains("number 999")
                .doesNotContain("number 100");
    }

    @Test
    void aFilterThatNothingPassesSaysSo() {
        String plain =
                draw(world(9), UI.reading(Reading.START.filter("zzz")), 80, 12).frame().plain();
        assertThat(plain).contains("No line has this in it.");
    }

    @Test
    void factsStandBesideTheOutputAboveItOrNotAtAll() {
        Ui without = UI.reading(Reading.START.facts(false));
        assertThat(draw(Worlds.shop(), UI, 120, 24).frame().plain()).contains("│ directory");
        assertThat(draw(Worlds.shop(), UI, 80, 24).frame().plain()).contains("\n directory");
        assertThat(draw(Worlds.shop(), without, 120, 24).frame().plain())
                .doesNotContain("directory");
        assertThat(draw(Worlds.shop(), UI, 80, 12).frame().plain()).doesNotContain("directory");
    }

    @Test
    void theMatchWhereThePersonIsLooksStrongerThanTheOthers() {
        Reading reading = Reading.START.search("Number").match(1_003);
        var frame = draw(world(5), UI.reading(reading), 80, 12).frame();
        assertThat(frame.style(1, 6)).isEqualTo(Highlight.CURRENT);
        assertThat(frame.style(1, 5)).isEqualTo(Highlight.FOUND);
        assertThat(frame.style(8, 5)).isNotEqualTo(Highlight.FOUND);
    }

    @Test
    void aProcessThatIsGoneIsSaidToBe() {
        String plain = draw(Worlds.shop(), UI.selected("nobody"), 80, 12).frame().plain();
        assertThat(plain).contains("There is no process nobody.");
    }

    private static World world(int lines) {
        List<LogLine> all =
                IntStream.range(0, lines)
                        .mapToObj(i -> Worlds.line(i, LogLine.Voice.OUTPUT, "number " + i))
                        .toList();
        return Worlds.withOutput(Worlds.shop(), "api", new Output(all, true));
    }
}
