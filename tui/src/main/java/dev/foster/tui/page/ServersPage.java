package dev.foster.tui.page;

import dev.foster.control.Amounts;
import dev.foster.control.McpChannelView;
import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.page.Columns.Column;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Shown;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The MCP servers, and below them who uses them. */
final class ServersPage {
    /** A client: one with a session, or one that needs none. */
    private record Client(
            String id,
            String server,
            String caller,
            String version,
            Optional<Instant> opened,
            Optional<Instant> heard,
            int running,
            Optional<Long> pid,
            int restarts) {

        static Client of(McpSessionView session) {
            return new Client(
                    session.id(),
                    session.server(),
                    session.caller(),
                    session.version(),
                    Optional.of(session.openedAt()),
                    Optional.of(session.heardAt()),
                    session.running(),
                    session.pid(),
                    session.restarts());
        }

        static Client of(McpChannelView channel) {
            return new Client(
                    "-",
                    channel.server(),
                    channel.caller(),
                    "modern",
                    Optional.empty(),
                    Optional.empty(),
                    0,
                    channel.pid(),
                    channel.restarts());
        }
    }

    private static final List<Column<McpServerView>> SERVERS =
            List.of(
                    new Column<>("SERVER", false, 0, it -> name(it.name())),
                    new Column<>("ERA", false, 6, it -> word(it.era().orElse("-"))),
                    new Column<>("SHARE", false, 8, it -> word(it.sharing())),
                    new Column<>("SESSIONS", true, 1, it -> number(it.sessions())),
                    new Column<>("CHILDREN", true, 2, it -> number(it.children())),
                    new Column<>("RESTARTS", true, 4, it -> doubtful(it.restarts())),
                    new Column<>("CALLS", true, 3, it -> number(it.calls())),
                    new Column<>("ERRORS", true, 5, it -> doubtful(it.errors())),
                    new Column<>("URL", false, 7, it -> word(it.url())),
                    new Column<>("ABOUT", false, 9, it -> word(it.description().orElse(""))));

    private final World world;

    private ServersPage(World world) {
        this.world = world;
    }

    static void draw(Sheet sheet, Region body, World world, Ui ui) {
        List<McpServerView> servers = world.mcp().servers();
        if (servers.isEmpty()) {
            Pages.centred(
                    body,
                    Text.of(
                            "This project has no MCP servers; foster.yaml names them below mcp.",
                            Looks.SOFT));
            return;
        }
        var page = new ServersPage(world);
        int seen = Math.min(servers.size(), Math.max(1, body.height() / 2 - 2));
        Region inner = body.part(1, 0, body.width() - 2, body.height());
        page.servers(inner, servers, seen);
        int top = seen + 3;
        page.clients(sheet, body.part(0, top, body.width(), Math.max(0, body.height() - top)), ui);
    }

    private void servers(Region place, List<McpServerView> servers, int seen) {
        var columns = new Columns<>(SERVERS, servers, place.width());
        columns.heads(place.row(0));
        for (int y = 0; y < seen; y++) {
            columns.row(place.row(y + 1), servers.get(y));
        }
        String more =
                servers.size() > seen
                        ? Brief.count(servers.size() - seen, "more server") + "  "
                        : "";
        place.write(0, seen + 1, Text.of(more + entrance(), Looks.SOFT).fit(place.width()));
    }

    /** Where it is, and what one needs to come in. */
    private String entrance() {
        String at = world.mcp().listen().map(it -> "at " + SafeWords.words(it)).orElse("");
        String token =
                world.mcp()
                        .tokenFile()
                        .map(it -> ", the token is in " + SafeWords.words(it))
                        .orElse("");
        return at + token;
    }

    private void clients(Sheet sheet, Region place, Ui ui) {
        List<McpSessionView> sessions = Shown.sessions(world);
        List<Client> clients = new ArrayList<>();
        sessions.forEach(it -> clients.add(Client.of(it)));
        world.mcp().channels().forEach(it -> clients.add(Client.of(it)));
        if (place.height() < 2) {
            return;
        }
        if (clients.isEmpty()) {
            place.write(
                    1, 0, Text.of("No client is there now.", Looks.SOFT).fit(place.width() - 2));
            return;
        }
        var columns = new Columns<>(heads(), clients, place.width() - 3);
        columns.heads(place.part(1, 0, place.width() - 3, 1));
        Region list = place.part(0, 1, place.width(), place.height() - 1);
        int rows = list.height();
        int selected = Math.clamp(ui.scroll(), 0, Math.max(0, sessions.size() - 1));
        int first = Math.clamp(selected - rows / 2, 0, Math.max(0, clients.size() - rows));
        for (int y = 0; y < Math.min(rows, clients.size() - first); y++) {
            Region row = list.part(0, y, list.width() - 1, 1);
            columns.row(row.part(1, 0, row.width() - 2, 1), clients.get(first + y));
            if (first + y == selected && !sessions.isEmpty()) {
                row.restyle(0, 0, row.width(), ServersPage::selected);
            }
        }
        ScrollBar.draw(list, clients.size(), first, rows);
        sheet.sight(new Picture.Sight(rows, Optional.empty(), Optional.empty()));
    }

    private List<Column<Client>> heads() {
        return List.of(
                new Column<>("SESSION", false, 0, it -> word(it.id())),
                new Column<>("SERVER", false, 1, it -> name(it.server())),
                new Column<>("CALLER", false, 2, it -> word(it.caller())),
                new Column<>("VERSION", false, 7, it -> word(it.version())),
                new Column<>("AGE", true, 4, it -> since(it.opened())),
                new Column<>("IDLE", true, 3, it -> since(it.heard())),
                new Column<>("RUNNING", true, 5, it -> number(it.running())),
                new Column<>("PID", true, 6, it -> word(it.pid().map(String::valueOf).orElse("-"))),
                new Column<>("RESTARTS", true, 8, it -> doubtful(it.restarts())));
    }

    private Text since(Optional<Instant> then) {
        return then.map(it -> Text.of(Amounts.elapsed(Duration.between(it, world.now()))))
                .orElse(Text.of("-", Looks.SOFT));
    }

    private static Style selected(Style style) {
        return Looks.SELECTED.with(style.attributes() & Style.BOLD);
    }

    private static Text name(String name) {
        return Text.of(SafeWords.words(name), Looks.STRONG);
    }

    private static Text word(String text) {
        return Text.of(SafeWords.words(text), text.equals("-") ? Looks.SOFT : Style.PLAIN);
    }

    private static Text number(long number) {
        return Text.of(Long.toString(number), number == 0 ? Looks.SOFT : Style.PLAIN);
    }

    private static Text doubtful(long number) {
        return Text.of(Long.toString(number), number == 0 ? Looks.SOFT : Looks.DOUBTFUL);
    }
}
