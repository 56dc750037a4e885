package dev.foster.tui.steer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.keys.Input;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Shown;
import dev.foster.tui.world.LogLine;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OutputReadingTest {
    private final Person person = new Person(false, "web");

    @BeforeEach
    void open() {
        person.hears(
                        "web",
                        false,
                        "one",
                        "two ERROR",
                        "three",
                        "four error",
                        "five",
                        "six",
                        "seven",
                        "eight",
                        "nine",
                        "ten")
                .press("Enter")
                .sees(3, 80, 100);
    }

    @Test
    void scrollingUpStopsFollowingAndTheEndFollowsAgain() {
        assertThat(person.ui.reading().follows()).isTrue();
        person.press("k");
        assertThat(person.ui.reading().top()).contains(70L);
        person.sees(3, 70, 90).press("k").sees(3, 60, 80).press("k");
        assertThat(person.ui.reading().top()).contains(50L);
        person.press("G");
        assertThat(person.ui.reading().follows()).isTrue();
        person.sees(3, 80, 100).does(new Input.Wheel(0, 0, -3));
        assertThat(person.ui.reading().top()).contains(50L);
    }

    @Test
    void downAtTheEndFollows() {
        person.press("k").sees(3, 80, 100).press("j");
        assertThat(person.ui.reading().follows()).isTrue();
    }

    @Test
    void beforeTheBeginningOlderLinesAreFetched() {
        person.press("PageUp").sees(3, 60, 80).press("PageUp");
        assertThat(person.ui.reading().top()).contains(40L);
        person.sees(3, 20, 40).press("PageUp");
        assertThat(person.ui.reading().top()).contains(10L);
        assertThat(person.deeds).containsExactly(new Deed.Older("web"));
        person.press("g");
        assertThat(person.ui.reading().top()).as("whatever comes in front").contains(0L);
        assertThat(person.deeds).hasSize(2);
        person.hears("web", true, "one", "two").press("k", "g");
        assertThat(person.deeds).hasSize(2);
    }

    @Test
    void followIsSwitchedWhereOneIs() {
        person.press("f");
        assertThat(person.ui.reading().top()).contains(80L);
        person.press("f");
        assertThat(person.ui.reading().follows()).isTrue();
    }

    @Test
    void aSearchGoesUpwardsFromWhatIsSeen() {
        person.press("/").types("error").press("Enter");
        assertThat(person.ui.reading().match()).contains(40L);
        assertThat(person.ui.reading().top()).contains(30L);
        person.sees(3, 30, 50).press("N");
        assertThat(person.ui.reading().match()).contains(20L);
        person.sees(3, 10, 30).press("n");
        assertThat(person.ui.reading().match()).contains(40L);
        person.sees(3, 30, 50).press("n");
        assertThat(person.ui.notice().orElseThrow().text()).isEqualTo("no \"error\" below");
        assertThat(person.ui.reading().match()).contains(40L);
    }

    @Test
    void aSearchThatFindsNothingLooksFurtherBack() {
        person.press("/").types("eleven").press("Enter");
        assertThat(person.deeds).containsExactly(new Deed.Older("web"));
        assertThat(person.ui.notice().orElseThrow().well()).isFalse();
    }

    @Test
    void whatStandsOnlyBelowIsFoundThere() {
        person.press("g").sees(3, 10, 30).press("/").types("nine").press("Enter");
        assertThat(person.ui.reading().match()).contains(90L);
    }

    @Test
    void aMatchThatIsSeenAlreadyMovesNothing() {
        person.press("/").types("nine").press("Enter");
        assertThat(person.ui.reading().top()).contains(80L);
        assertThat(person.ui.reading().match()).contains(90L);
    }

    @Test
    void aFilterLeavesOnlyWhatContainsItAndEscapeTakesItBack() {
        person.press("&").types("error").press("Enter");
        assertThat(person.ui.reading().filter()).isEqualTo("error");
        person.sees(3, 20, 40).press("k");
        assertThat(person.ui.reading().top()).contains(20L);
        person.press("Esc");
        assertThat(person.ui.reading().filter()).isEmpty();
        assertThat(person.ui.page()).isEqualTo(dev.foster.tui.state.Page.PROCESS);
    }

    @Test
    void theWayOfReadingIsSwitched() {
        person.press("w", "t", "i", "l");
        assertThat(person.ui.reading().wrap()).isTrue();
        assertThat(person.ui.reading().times()).isTrue();
        assertThat(person.ui.reading().facts()).isFalse();
        assertThat(person.ui.reading().column()).isEqualTo(8);
        person.press("h", "h");
        assertThat(person.ui.reading().column()).isZero();
    }

    @Test
    void whatIsSeenIsCopiedWithoutControlCharacters() {
        person.hears("web", true, "a", "\u001b[31mred\u001b[0m", "\u001b]0;title\u0007c", "d")
                .sees(2, 20, 30)
                .press("y");
        assertThat(person.deeds).containsExactly(new Deed.Copy("red\nc\n"));
    }

    @Test
    void whatIsSeenIsFoundWhereverItsColoursChange() {
        Person person =
                new Person(true, "web")
                        .hears("web", true, "a \u001b[31mre\u001b[32md\u001b[0m word", "31m")
                        .press("Enter", "/")
                        .types("red word")
                        .press("Enter");
        assertThat(person.ui.reading().match()).contains(10L);
        person.press("Esc", "&").types("31M").press("Enter");
        assertThat(Shown.lines(person.world.output("web"), person.ui.reading()))
                .extracting(LogLine::cursor)
                .containsExactly(20L);
    }
}
