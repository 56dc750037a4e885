package dev.foster.tui.page;

import static dev.foster.tui.page.OverviewPageTest.draw;
import static dev.foster.tui.page.OverviewPageTest.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Confirmation;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Prompt;
import dev.foster.tui.state.TextInput;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class AroundThePageTest {
    private static final Ui UI = Ui.start(true).selected("api");

    @Test
    void everyPageHasATabToClickAtEverySize() {
        for (Size size : GoldenFramesTest.SIZES) {
            assertThat(tabs(Worlds.shop().mcp(Worlds.servers()), size))
                    .containsExactly(Page.values());
        }
    }

    @Test
    void aProjectWithoutMcpServersHasNoTabForThem() {
        for (Size size : GoldenFramesTest.SIZES) {
            assertThat(tabs(Worlds.shop(), size))
                    .hasSize(Page.values().length - 1)
                    .doesNotContain(Page.SERVERS);
        }
    }

    private static List<Page> tabs(World world, Size size) {
        Picture picture = draw(world, UI, size.width(), size.height());
        var pages = new ArrayList<Page>();
        for (int x = 0; x < size.width(); x++) {
            picture.at(x, 0)
                    .filter(Picture.Target.Tab.class::isInstance)
                    .map(target -> ((Picture.Target.Tab) target).page())
                    .filter(page -> !pages.contains(page))
                    .ifPresent(pages::add);
        }
        return pages;
    }

    @ParameterizedTest
    @EnumSource(Page.class)
    void theKeysAtTheBottomMeanThereWhatIsWrittenThere(Page page) {
        var shown = new ArrayList<>(Footer.useful(page));
        shown.addAll(Footer.always(page));
        for (Command command : shown) {
            assertThat(Command.of(command.keys().getFirst(), page)).contains(command);
        }
        assertThat(shown).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Page.class)
    void everyHintAtTheBottomCanBeClicked(Page page) {
        for (Size size : GoldenFramesTest.SIZES) {
            int bottom = size.height() - 1;
            Picture picture = draw(Worlds.shop(), UI.page(page), size.width(), size.height());
            String row = row(picture.frame(), bottom);
            for (Command command : Footer.always(page)) {
                String word = command.word().replace('-', ' ');
                assertThat(picture.at(row.indexOf(word), bottom))
                        .contains(new Picture.Target.Hint(command.keys().getFirst()));
            }
        }
    }

    @Test
    void onlyAnAnswerCanBeClickedWhileAQuestionIsAsked() {
        var stop = new Confirmation.Choice(new Key("s"), "stop", List.of(new Deed.Down()));
        var stay = new Confirmation.Choice(new Key("n"), "stay", List.of());
        Ui ui = UI.question(Optional.of(new Confirmation("Leave?", List.of(stop, stay))));
        Picture picture = draw(Worlds.shop(), ui, 80, 24);
        assertThat(picture.zones().stream().map(Picture.Zone::target))
                .containsExactly(new Picture.Target.Answer(stop), new Picture.Target.Answer(stay));
        var area = picture.zones().getFirst().area();
        assertThat(row(picture.frame(), area.y())).contains("s  stop");
    }

    @Test
    void theCursorStandsWhereTheNextCharacterGoes() {
        Prompt prompt = new Prompt(Prompt.Kind.SEARCH, TextInput.of("ab界d").left(), List.of());
        Picture picture = draw(Worlds.shop(), UI.prompt(Optional.of(prompt)), 80, 24);
        String before = " search › ab界";
        assertThat(picture.frame().cursor()).contains(new Frame.Cursor(before.length() + 1, 23));
    }

    @Test
    void ofALongDraftThePartWithTheCursorIsSeen() {
        String text = "0123456789".repeat(20) + "end";
        Prompt prompt = new Prompt(Prompt.Kind.SEARCH, TextInput.of(text), List.of());
        Picture picture = draw(Worlds.shop(), UI.prompt(Optional.of(prompt)), 40, 10);
        assertThat(row(picture.frame(), 9)).endsWith("789end");
        assertThat(picture.frame().cursor()).contains(new Frame.Cursor(38, 9));
    }

    @Test
    void aScreenThatIsTooSmallSaysHowLargeItIs() {
        String plain = draw(Worlds.shop(), UI, 39, 9).frame().plain();
        assertThat(plain.replaceAll("\\s+", " "))
                .contains("The terminal is too small: it has 39x9, and 40x10 are needed.");
    }

    @Test
    void theChatIsReadFromItsEndAndNeverBeyondItsBeginning() {
        Picture end = draw(Worlds.shop(), UI.page(Page.CHAT), 40, 10);
        Picture far = draw(Worlds.shop(), UI.page(Page.CHAT).scroll(1 << 28), 40, 10);
        assertThat(end.frame().plain()).contains("9002  81bc").doesNotContain("!help\n");
        assertThat(row(far.frame(), 1)).startsWith(" anna    !help");
        assertThat(end.sight().first()).contains(0L);
        assertThat(far.sight().first()).hasValueSatisfying(rows -> assertThat(rows).isLessThan(9));
    }

    @Test
    void eventsAreReadFromTheOneAtTheBottom() {
        Picture picture = draw(Worlds.shop(), UI.page(Page.EVENTS).eventsEnd(30), 80, 24);
        assertThat(picture.sight().last()).contains(30L);
        assertThat(picture.sight().first()).contains(10L);
        assertThat(picture.frame().plain()).contains("▼ 14 newer");
        Picture newest = draw(Worlds.shop(), UI.page(Page.EVENTS), 80, 24);
        assertThat(newest.sight().last()).contains(44L);
        assertThat(newest.frame().plain()).doesNotContain("newer");
    }
}
