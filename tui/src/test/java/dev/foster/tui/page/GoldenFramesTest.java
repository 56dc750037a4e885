package dev.foster.tui.page;

import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Confirmation;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Prompt;
import dev.foster.tui.state.Reading;
import dev.foster.tui.state.TextInput;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.ChatState;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.World;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Every page looks as somebody once looked at and found good, on a small, a usual and a large
 * screen.
 */
class GoldenFramesTest {
    static final List<Size> SIZES = List.of(new Size(40, 10), new Size(80, 24), new Size(160, 50));
    private static final Ui START = Ui.start(true).selected("api");

    @ParameterizedTest
    @EnumSource(Page.class)
    void everyPageHasItsLook(Page page) {
        compare(page.name().toLowerCase(Locale.ROOT), Worlds.shop(), START.page(page));
    }

    @Test
    void aSelectionAndAFilterAreSeenInTheTable() {
        Ui ui = START.selected("worker").marked(Set.of("worker", "web")).find("ER");
        compare("overview-found", Worlds.shop(), ui);
    }

    @Test
    void aNameThatNobodyHasIsSaidToBeSo() {
        compare("overview-nothing-found", Worlds.shop(), START.find("nobody"));
    }

    @Test
    void aProjectWithoutProcessesSaysWhereTheyComeFrom() {
        compare("overview-empty", Worlds.with(new DaemonLink.Live(), List.of()), START);
    }

    @Test
    void manyProcessesAreScrolledSoThatTheSelectedOneIsSeen() {
        compare("overview-many", many(), START.selected("server-41"));
    }

    @Test
    void manyPanelsAreScrolledByWholeRows() {
        compare("panels-many", many(), START.selected("server-41").page(Page.PANELS));
    }

    @Test
    void aZoomedPanelHasAllTheRoom() {
        Ui ui = START.page(Page.PANELS).selected("shaper").zoomed(true);
        compare("panels-zoomed", Worlds.shop(), ui);
    }

    @Test
    void outputIsReadFromALineOnWithItsTimesWrappedAndSearched() {
        Reading reading =
                Reading.START.from(1_010).wrap(true).times(true).search("order").match(1_012);
        Ui ui = START.page(Page.PROCESS).selected("api").reading(reading);
        compare("process-read", Worlds.shop(), ui);
    }

    @Test
    void outputIsFilteredAndMovedAside() {
        Reading reading = Reading.START.filter("TIMEOUT").column(8).facts(false);
        Ui ui = START.page(Page.PROCESS).selected("worker").reading(reading);
        compare("process-filtered", Worlds.shop(), ui);
    }

    @Test
    void aProcessThatGaveUpSaysWhy() {
        compare("process-gave-up", Worlds.shop(), START.page(Page.PROCESS).selected("reports"));
    }

    @Test
    void earlierEventsAreReadFromTheirEnd() {
        compare("events-earlier", Worlds.shop(), START.page(Page.EVENTS).eventsEnd(30));
    }

    @Test
    void whatIsWrittenInTheChatIsSeen() {
        Ui ui = START.page(Page.CHAT).chat(TextInput.of("!orders 12").left());
        compare("chat-written", Worlds.shop(), ui);
    }

    @Test
    void aProjectWithoutABusSaysInTheChatHowToGetOne() {
        String why = "cannot use the bus: this project has none; add a line bus: embedded";
        World world = Worlds.withBus(Worlds.shop(), new ChatState(List.of(), Optional.of(why)));
        compare("chat-without-bus", world, START.page(Page.CHAT));
    }

    @Test
    void mcpServersAndTheirClientsAreSeen() {
        World world = Worlds.shop().mcp(Worlds.servers());
        compare("servers-used", world, START.page(Page.SERVERS).scroll(1));
    }

    @Test
    void manyServersLeaveRoomForTheirClients() {
        var servers = new ArrayList<McpServerView>();
        var sessions = new ArrayList<McpSessionView>();
        for (int i = 10; i < 70; i++) {
            servers.add(Worlds.server("server-" + i, Optional.of("legacy"), 1, 1, 0, i, 0));
            sessions.add(
                    Worlds.session("id-" + i, "server-" + i, "ada", 100 - i, i, Optional.of(1L)));
        }
        McpView all = Worlds.servers();
        var mcp =
                new McpView(
                        all.listen(),
                        all.auth(),
                        Optional.empty(),
                        servers,
                        sessions,
                        all.channels(),
                        List.of());
        compare("servers-many", Worlds.shop().mcp(mcp), START.page(Page.SERVERS).scroll(40));
    }

    @Test
    void helpIsScrolled() {
        compare("help-scrolled", Worlds.shop(), START.page(Page.HELP).scroll(12));
    }

    @Test
    void aCommandIsChosenByItsName() {
        List<String> offers = List.of("start", "restart", "stop", "page-up");
        Prompt prompt = new Prompt(Prompt.Kind.PALETTE, TextInput.of("st"), offers);
        compare("palette", Worlds.shop(), START.prompt(Optional.of(prompt)));
    }

    @Test
    void aLineIsWrittenForAProcess() {
        Prompt prompt = new Prompt(Prompt.Kind.SEND, TextInput.of("reload templates"), List.of());
        Ui ui = START.page(Page.PROCESS).prompt(Optional.of(prompt));
        compare("send", Worlds.shop(), ui);
    }

    @Test
    void aQuestionStandsInTheMiddle() {
        var question =
                new Confirmation(
                        "Leave? The processes can go on without this screen, or stop with it.",
                        List.of(
                                new Confirmation.Choice(new Key("s"), "stop everything", List.of()),
                                new Confirmation.Choice(
                                        new Key("l"), "leave it running", List.of()),
                                new Confirmation.Choice(new Key("n"), "stay here", List.of())));
        compare("question", Worlds.shop(), START.question(Optional.of(question)));
    }

    @Test
    void badNewsIsToldAtTheBottom() {
        var notice = new Ui.Notice("cannot stop api: it is not running; start it first", false);
        compare("notice", Worlds.shop(), START.notice(Optional.of(notice)));
    }

    @Test
    void theLastThatWasKnownStaysWhenTheDaemonIsGone() {
        World lost =
                Worlds.with(
                        new DaemonLink.Lost("its socket does not answer any more"),
                        Worlds.processes());
        compare("lost", lost, START);
    }

    @Test
    void beforeTheDaemonAnswersNothingIsKnown() {
        compare("connecting", World.unknown(Worlds.NOW), Ui.start(true));
    }

    private static World many() {
        List<ProcessView> processes = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            processes.add(
                    new Worlds.Made("server-" + i, ProcessState.RUNNING)
                            .ready()
                            .pid(4_000 + i)
                            .up(100L * i)
                            .uses(i, 1_000_000L * i)
                            .view());
        }
        return Worlds.with(new DaemonLink.Live(), processes);
    }

    private static void compare(String name, World world, Ui ui) {
        for (Size size : SIZES) {
            Golden.compare(
                    name + "-" + size.width() + "x" + size.height(),
                    Pages.draw(world, ui, size, ZoneOffset.UTC).frame());
        }
    }
}
