package dev.foster.tui.steer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.control.ScreenView;
import dev.foster.tui.frame.Area;
import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Prompt;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

final class SteeringTest {
    private final Person person = new Person(false, "api", "database", "web", "worker");

    @Test
    void noKeyMeansTwoThingsOnOnePage() {
        Map<String, Command> taken = new HashMap<>();
        for (Command command : Command.values()) {
            for (Key key : command.keys()) {
                for (Page page : command.pages()) {
                    assertThat(taken.put(page + " " + key.name(), command))
                            .as("%s on %s", key.name(), page)
                            .isNull();
                }
            }
        }
        assertThat(Arrays.stream(Command.values()).map(Command::word)).doesNotHaveDuplicates();
    }

    @Test
    void theFirstProcessIsSelectedAndTheSelectionStaysInTheList() {
        assertThat(person.ui.selected()).isEqualTo("api");
        assertThat(person.press("j", "Down").ui.selected()).isEqualTo("web");
        assertThat(person.press("j", "j", "j").ui.selected()).isEqualTo("worker");
        assertThat(person.press("g").ui.selected()).isEqualTo("api");
        assertThat(person.press("k").ui.selected()).isEqualTo("api");
        assertThat(person.press("G").ui.selected()).isEqualTo("worker");
    }

    @Test
    void aProcessThatIsRemovedIsNotSelectedAnyMore() {
        person.press("G");
        person.world = Person.world(ScreenView.NONE, "api", "web");
        assertThat(Steering.settled(person.ui, person.world).selected()).isEqualTo("api");
    }

    @Test
    void startingAsksNothingAndEndingAsksFirst() {
        person.press("s");
        assertThat(person.deeds).containsExactly(new Deed.Start(List.of("api")));
        person.deeds.clear();
        for (String key : List.of("x", "X", "r", "R")) {
            person.press(key);
            assertThat(person.ui.question()).as(key).isPresent();
            assertThat(person.deeds).as(key).isEmpty();
            person.press("n");
            assertThat(person.ui.question()).as(key).isEmpty();
        }
        assertThat(person.deeds).isEmpty();
        person.press("x", "y", "X", "y", "r", "y", "R", "y");
        assertThat(person.deeds)
                .containsExactly(
                        new Deed.Stop(List.of("api"), false),
                        new Deed.Stop(List.of("api"), true),
                        new Deed.Restart(List.of("api")),
                        new Deed.Replace(List.of("api")));
    }

    @Test
    void severalAreMarkedAndActedOnInTheOrderOfTheFile() {
        person.press("G", "Space", "g", "Space");
        assertThat(person.ui.marked()).isEqualTo(Set.of("worker", "api"));
        assertThat(person.press("x").ui.question().orElseThrow().text())
                .isEqualTo("Stop these 2 processes?");
        person.press("y");
        assertThat(person.deeds).containsExactly(new Deed.Stop(List.of("api", "worker"), false));
        assertThat(person.press("Esc").ui.marked()).isEmpty();
        assertThat(person.press("a").ui.marked()).hasSize(4);
        assertThat(person.press("a").ui.marked()).isEmpty();
    }

    @Test
    void enterOpensAProcessAndEscapeGoesBackToWhereOneWas() {
        assertThat(person.press("p", "j", "Enter").ui.page()).isEqualTo(Page.PROCESS);
        assertThat(person.press("Esc").ui.page()).isEqualTo(Page.PANELS);
        assertThat(person.press("e", "?").ui.page()).isEqualTo(Page.HELP);
        assertThat(person.press("Esc").ui.page()).isEqualTo(Page.EVENTS);
        assertThat(person.press("Esc").ui.page()).isEqualTo(Page.OVERVIEW);
    }

    @Test
    void tabTurnsThePagesAllTheWayRound() {
        for (Page page : List.of(Page.PANELS, Page.PROCESS, Page.EVENTS, Page.CHAT)) {
            assertThat(person.press("Tab").ui.page()).isEqualTo(page);
        }
        assertThat(person.press("Tab").ui.page()).isEqualTo(Page.OVERVIEW);
        assertThat(person.press("Shift-Tab").ui.page()).isEqualTo(Page.CHAT);
    }

    @Test
    void whereThereAreMcpServersTabShowsThem() {
        person.world = person.world.mcp(servers("one"));
        assertThat(person.press("Shift-Tab").ui.page()).isEqualTo(Page.SERVERS);
        assertThat(person.press("Tab").ui.page()).isEqualTo(Page.OVERVIEW);
        assertThat(person.press("m").ui.page()).isEqualTo(Page.SERVERS);
        assertThat(person.press("Esc").ui.page()).isEqualTo(Page.OVERVIEW);
    }

    @Test
    void aSessionIsEndedOnlyWhenThePersonSaysYes() {
        person.world = person.world.mcp(servers("one", "two", "three"));
        person.press("m", "j", "x");
        assertThat(person.ui.question().orElseThrow().text())
                .isEqualTo("End session two of ada with files?");
        assertThat(person.press("n").deeds).isEmpty();
        assertThat(person.press("x", "y").deeds).containsExactly(new Deed.EndSession("two"));
        person.deeds.clear();
        person.press("G", "j", "x", "y");
        assertThat(person.deeds).containsExactly(new Deed.EndSession("three"));
    }

    @Test
    void withoutASessionThereIsNothingToEnd() {
        person.press("m", "x");
        assertThat(person.ui.question()).isEmpty();
        assertThat(person.ui.notice().orElseThrow().text()).isEqualTo("there is no session");
    }

    /** One server, with sessions of these ids, each younger than the one before. */
    private static McpView servers(String... ids) {
        return new McpView(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(
                        new McpServerView(
                                "files",
                                Optional.empty(),
                                "http://127.0.0.1:1/mcp/files",
                                Optional.empty(),
                                "client",
                                0,
                                0,
                                0,
                                0,
                                0)),
                IntStream.range(0, ids.length)
                        .mapToObj(
                                i ->
                                        new McpSessionView(
                                                ids[i],
                                                "files",
                                                "ada",
                                                "2025-11-25",
                                                Person.AT.plusSeconds(i),
                                                Person.AT,
                                                0,
                                                0,
                                                0,
                                                Optional.empty(),
                                                0))
                        .toList(),
                List.of(),
                List.of());
    }

    @Test
    void theProjectIsBroughtDownByItsName() {
        person.press(":").types("down").press("Enter");
        assertThat(person.ui.question().orElseThrow().text())
                .isEqualTo("Stop everything, and the daemon?");
        assertThat(person.press("y").deeds).containsExactly(new Deed.Down());
    }

    @Test
    void interruptInTheChatFirstForgetsWhatIsWritten() {
        var owner = new Person(true, "web").press("c").types("hello").press("Ctrl-c");
        assertThat(owner.ui.chat().text()).isEmpty();
        assertThat(owner.deeds).isEmpty();
        assertThat(owner.press("Ctrl-c").deeds).containsExactly(new Deed.Down());
    }

    @Test
    void escapeAndAKeyTypedAtOnceAreBoth() {
        person.press("Enter", "Alt-e");
        assertThat(person.ui.page()).isEqualTo(Page.EVENTS);
        person.press("o", "x", "Alt-s");
        assertThat(person.deeds).containsExactly(new Deed.Start(List.of("api")));
    }

    @Test
    void namesAreFoundWhileTheyAreWritten() {
        person.press("/").types("W");
        assertThat(person.ui.find()).isEqualTo("W");
        assertThat(person.ui.selected()).isEqualTo("web");
        person.press("Enter");
        assertThat(person.ui.prompt()).isEmpty();
        assertThat(person.press("j").ui.selected()).isEqualTo("worker");
        assertThat(person.press("Esc").ui.find()).isEmpty();
        person.press("/").types("web").press("Esc");
        assertThat(person.ui.find()).isEmpty();
    }

    @Test
    void leavingAScreenThatStartedNothingAsksNothing() {
        assertThat(person.press("q").deeds).containsExactly(new Deed.Leave());
        assertThat(new Person(false).press("Ctrl-c").deeds).containsExactly(new Deed.Leave());
    }

    @Test
    void leavingAScreenThatStartedTheDaemonAsksWhatBecomesOfIt() {
        assertThat(new Person(true, "a").press("q", "y").deeds).containsExactly(new Deed.Down());
        assertThat(new Person(true, "a").press("q", "l").deeds).containsExactly(new Deed.Leave());
        assertThat(new Person(true, "a").press("q", "Esc").deeds).isEmpty();
        assertThat(new Person(true, "a").press("Ctrl-c").deeds).containsExactly(new Deed.Down());
    }

    @Test
    void aPanelIsReachedByItsNumberAndByArrows() {
        person.press("p")
                .sees(
                        Person.row(0, 1, "api"),
                        Person.row(40, 1, "database"),
                        Person.row(0, 12, "web"),
                        Person.row(40, 12, "worker"));
        assertThat(person.press("3").ui.selected()).isEqualTo("web");
        assertThat(person.press("k").ui.selected()).isEqualTo("api");
        assertThat(person.press("Down").ui.selected()).isEqualTo("web");
        assertThat(person.press("l").ui.selected()).isEqualTo("worker");
        assertThat(person.press("9").ui.selected()).isEqualTo("worker");
        assertThat(person.press("z").ui.zoomed()).isTrue();
        assertThat(person.press("Esc").ui.zoomed()).isFalse();
    }

    @Test
    void theProjectGivesKeysAMeaningInThePanels() {
        var key = new ScreenView.KeyView("Space", "narrator", "next", "next chapter");
        person.world =
                Person.world(new ScreenView(List.of("web", "api"), List.of(key)), "api", "web");
        person.press("p", "Space");
        assertThat(person.deeds).containsExactly(new Deed.Send("narrator", "next"));
        assertThat(person.press("1").ui.selected()).isEqualTo("web");
        assertThat(person.press("o", "Space").ui.marked()).isNotEmpty();
    }

    @Test
    void aClickSelectsAndASecondOneOpens() {
        person.sees(Person.row(0, 2, "web"), Person.row(0, 7, "worker"));
        person.does(new Input.Click(3, 8));
        assertThat(person.ui.selected()).isEqualTo("worker");
        assertThat(person.ui.page()).isEqualTo(Page.OVERVIEW);
        person.does(new Input.Click(3, 8));
        assertThat(person.ui.page()).isEqualTo(Page.PROCESS);
        person.does(new Input.Click(79, 23));
        assertThat(person.ui.page()).isEqualTo(Page.PROCESS);
    }

    @Test
    void tabsAndAnswersAreClicked() {
        person.sees(new Picture.Zone(new Area(0, 0, 5, 1), new Picture.Target.Tab(Page.EVENTS)));
        assertThat(person.does(new Input.Click(2, 0)).ui.page()).isEqualTo(Page.EVENTS);
        person.press("o", "x");
        var yes = person.ui.question().orElseThrow().choices().getFirst();
        person.sees(new Picture.Zone(new Area(9, 9, 3, 1), new Picture.Target.Answer(yes)));
        person.does(new Input.Click(10, 9));
        assertThat(person.deeds).containsExactly(new Deed.Stop(List.of("api"), false));
        assertThat(person.ui.question()).isEmpty();
    }

    @Test
    void theWheelMovesTheSelection() {
        assertThat(person.does(new Input.Wheel(1, 1, 3)).ui.selected()).isEqualTo("worker");
        assertThat(person.does(new Input.Wheel(1, 1, -2)).ui.selected()).isEqualTo("database");
    }

    @Test
    void inTheChatLettersAreText() {
        person.press("c").types("!roll 2d6 q?").press("Left", "Backspace", "Enter");
        assertThat(person.deeds).containsExactly(new Deed.Say("!roll 2d6 ?"));
        assertThat(person.ui.chat().text()).isEmpty();
        assertThat(person.press("Enter").deeds).hasSize(1);
        assertThat(person.press("Esc").ui.page()).isEqualTo(Page.OVERVIEW);
    }

    @Test
    void whatIsPastedIsTextAndNeverKeys() {
        person.does(new Input.Paste("xy"));
        assertThat(person.ui.question()).isEmpty();
        person.press("c").does(new Input.Paste("two\nlines")).press("Enter");
        assertThat(person.deeds).containsExactly(new Deed.Say("two lines"));
        person.press("Esc", "/").does(new Input.Paste("web"));
        assertThat(person.ui.find()).isEqualTo("web");
    }

    @Test
    void aLineIsSentToTheSelectedProcess() {
        person.press("j", ">").types("hello you").press("Enter");
        assertThat(person.deeds).containsExactly(new Deed.Send("database", "hello you"));
    }

    @Test
    void thePaletteRunsCommandsByTheirNames() {
        person.press(":").types("start web worker").press("Enter");
        person.press(":").types("stop api").press("Enter", "y");
        person.press(":").types("signal web HUP").press("Enter");
        person.press(":").types("send web a b").press("Enter");
        person.press(":").types("reload").press("Enter");
        assertThat(person.deeds)
                .containsExactly(
                        new Deed.Start(List.of("web", "worker")),
                        new Deed.Stop(List.of("api"), false),
                        new Deed.Signal("web", "HUP"),
                        new Deed.Send("web", "a b"),
                        new Deed.Reload());
        assertThat(person.press(":").types("events").press("Enter").ui.page())
                .isEqualTo(Page.EVENTS);
        person.press(":").types("open worker").press("Enter");
        assertThat(person.ui.page()).isEqualTo(Page.PROCESS);
        assertThat(person.ui.selected()).isEqualTo("worker");
    }

    @Test
    void thePaletteOffersWhatFitsAndTabTakesTheFirst() {
        person.press(":").types("rest");
        Prompt prompt = person.ui.prompt().orElseThrow();
        assertThat(prompt.offers()).containsExactly("restart");
        person.press("Tab").types("wo");
        assertThat(person.ui.prompt().orElseThrow().offers()).containsExactly("restart worker");
        person.press("Tab", "Enter", "y");
        assertThat(person.deeds).containsExactly(new Deed.Restart(List.of("worker")));
    }

    @Test
    void thePaletteSaysWhatItDoesNotKnow() {
        assertThat(notice(person.press(":").types("strat web").press("Enter")))
                .isEqualTo("there is no command strat; did you mean start?");
        assertThat(notice(person.press(":").types("stop nobody").press("Enter")))
                .isEqualTo("there is no process nobody");
        assertThat(notice(person.press(":").types("signal web").press("Enter")))
                .isEqualTo("write it as: signal NAME SIGNAL");
        assertThat(notice(person.press(":").types("wrap web").press("Enter")))
                .isEqualTo("wrap takes no names");
        assertThat(person.deeds).isEmpty();
        assertThat(person.press("j").ui.notice()).isEmpty();
    }

    private static String notice(Person person) {
        return person.ui.notice().orElseThrow().text();
    }

    @Test
    void aClickOnAHintPressesItsKey() {
        var hint = new Picture.Target.Hint(new Key("q"));
        Person person = new Person(true, "web");
        person.sees(new Picture.Zone(new Area(70, 23, 6, 1), hint)).does(new Input.Click(71, 23));
        assertThat(person.ui.question()).isPresent();
    }

    @Test
    void upInTheChatBringsWhatWasSaidBeforeAndDownWhatWasBeingWritten() {
        Person person = new Person(true, "web").press("c").types("!one").press("Enter");
        person.types("!two").press("Enter").types("new");
        assertThat(person.press("Up").ui.chat().text()).isEqualTo("!two");
        assertThat(person.press("Up", "Up", "Up").ui.chat().text()).isEqualTo("!one");
        assertThat(person.press("Down").ui.chat().text()).isEqualTo("!two");
        assertThat(person.press("Down", "Down").ui.chat().text()).isEqualTo("new");
    }

    @Test
    void whatWasBroughtBackCanBeChangedAndSaid() {
        Person person = new Person(true, "web").press("c").types("!one").press("Enter");
        person.press("Up", "Backspace").types("ly").press("Enter", "Up", "Up");
        assertThat(person.deeds).containsExactly(new Deed.Say("!one"), new Deed.Say("!only"));
        assertThat(person.ui.chat().text()).isEqualTo("!one");
    }

    @Test
    void whoReadsAboutAProcessIsNotTakenToAnotherWhenItGoes() {
        Person person = new Person(true, "api", "web").press("j", "Enter");
        person.world = Person.world(ScreenView.NONE, "api");
        person.press("x");
        assertThat(person.ui.selected()).isEqualTo("web");
        assertThat(person.press("Esc", "Esc").ui.selected()).isEqualTo("api");
    }

    @Test
    void whatWasMarkedAndIsGoneKeepsNobodyFromActingOnTheRest() {
        Person person = new Person(true, "api", "web").press("j", "Space");
        person.world = Person.world(ScreenView.NONE, "api");
        person.press("x", "y");
        assertThat(person.deeds).containsExactly(new Deed.Stop(List.of("api"), false));
    }
}
