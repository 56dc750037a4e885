package dev.foster.tui.page;

import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The row on top: whose processes these are, the pages, and how things stand. */
final class Header {
    /** From this height on there is a line below it. */
    private static final int ROOMY = 16;

    private static final int LONGEST_NAME = 24;

    /** A page one can go to. */
    private record Tab(Page page, String label, Command command) {
        String key() {
            String name = command.keys().getFirst().name();
            return name.equals("Enter") ? "↵" : name;
        }
    }

    private static final List<Tab> TABS =
            List.of(
                    new Tab(Page.OVERVIEW, "Overview", Command.OVERVIEW),
                    new Tab(Page.PANELS, "Panels", Command.PANELS),
                    new Tab(Page.PROCESS, "Process", Command.OPEN),
                    new Tab(Page.EVENTS, "Events", Command.EVENTS),
                    new Tab(Page.CHAT, "Chat", Command.CHAT),
                    new Tab(Page.SERVERS, "MCP", Command.SERVERS),
                    new Tab(Page.HELP, "Help", Command.HELP));

    private final Sheet sheet;
    private final Region row;
    private final Page page;
    private final List<Tab> tabs;

    private Header(Sheet sheet, Region row, Page page, boolean servers) {
        this.sheet = sheet;
        this.row = row;
        this.page = page;
        // Most projects have no MCP servers, and need the room.
        this.tabs =
                TABS.stream()
                        .filter(tab -> servers || tab.page() != Page.SERVERS || tab.page() == page)
                        .toList();
    }

    /** The result is how many rows it took. */
    static int draw(Sheet sheet, Region place, World world, Ui ui) {
        boolean servers = !world.mcp().servers().isEmpty();
        new Header(sheet, place.row(0), ui.page(), servers).draw(world);
        if (place.height() < ROOMY) {
            return 1;
        }
        place.write(0, 1, "─".repeat(place.width()), Looks.SOFT);
        return 2;
    }

    private void draw(World world) {
        String known =
                world.project().map(project -> SafeWords.words(project.name())).orElse("foster");
        Text name = Text.of(known, Looks.STRONG).fit(LONGEST_NAME).plus("  ");
        Text words = Counts.inWords(world);
        Text symbols = Counts.inSymbols(world);
        int most = row.width() - 2;
        int tabs = width(true);
        if (name.width() + tabs + words.width() <= most) {
            draw(name, true, words);
        } else if (name.width() + tabs + symbols.width() <= most) {
            draw(name, true, symbols);
        } else if (name.width() + width(false) + symbols.width() <= most) {
            draw(name, false, symbols);
        } else {
            draw(Text.EMPTY, false, symbols.fit(Math.max(0, most - width(false))));
        }
    }

    private void draw(Text name, boolean labels, Text status) {
        int x = row.write(1, 0, name);
        for (Tab tab : tabs) {
            Text text = text(tab, labels);
            sheet.clickable(row.part(x, 0, text.width(), 1), new Picture.Target.Tab(tab.page()));
            x = row.write(x, 0, text);
        }
        row.writeRight(0, status.plus(" "));
    }

    private int width(boolean labels) {
        int sum = 0;
        for (Tab tab : tabs) {
            sum += text(tab, labels).width();
        }
        return sum;
    }

    private Text text(Tab tab, boolean labels) {
        if (tab.page() == page) {
            return Text.of(" " + tab.label() + " ", Looks.SELECTED.bold());
        }
        if (!labels) {
            return Text.of(tab.key() + " ", Looks.ACCENT);
        }
        // The first letter is the key of most of them.
        boolean key = tab.label().toLowerCase(Locale.ROOT).startsWith(tab.key());
        var parts = new ArrayList<Text.Span>();
        parts.add(new Text.Span(" ", Style.PLAIN));
        parts.add(new Text.Span(tab.label().substring(0, 1), key ? Looks.ACCENT : Looks.SOFT));
        parts.add(new Text.Span(tab.label().substring(1) + " ", Looks.SOFT));
        return new Text(parts);
    }
}
