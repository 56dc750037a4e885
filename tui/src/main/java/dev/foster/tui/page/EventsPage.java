package dev.foster.tui.page;

import dev.foster.control.EventView;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What happened, the newest at the bottom. */
final class EventsPage {
    /** Whom an event concerns that concerns no process. */
    private static final String PROJECT = "project";

    private static final int LONGEST_NAME = 20;
    private static final int KIND = 18;

    /** From this width on there is room for the kind, too. */
    private static final int WIDE = 90;

    private final World world;
    private final ZoneId zone;
    private final int width;
    private final boolean days;
    private final int names;

    private EventsPage(World world, ZoneId zone, int width, List<EventView> seen) {
        this.world = world;
        this.zone = zone;
        this.width = width;
        this.days = seen.stream().anyMatch(event -> !day(event).equals(today()));
        // Those of all processes, so that the columns stay where they are while one scrolls.
        int longest = PROJECT.length();
        for (ProcessView process : world.processes()) {
            longest = Math.max(longest, Clusters.width(SafeWords.words(process.name())));
        }
        this.names = Math.min(LONGEST_NAME, longest);
    }

    static void draw(Sheet sheet, Region body, World world, Ui ui) {
        List<EventView> events = world.events();
        if (events.isEmpty()) {
            Pages.centred(body, Text.of("Nothing has happened yet.", Looks.SOFT));
            return;
        }
        int end = events.size();
        while (ui.eventsEnd() != 0 && end > 1 && events.get(end - 1).id() > ui.eventsEnd()) {
            end--;
        }
        int first = Math.max(0, end - body.height());
        // As many as there is room for, also where the anchor is near the beginning.
        end = Math.min(events.size(), first + body.height());
        List<EventView> seen = events.subList(first, end);
        var page = new EventsPage(world, sheet.zone(), body.width() - 2, seen);
        for (int y = 0; y < seen.size(); y++) {
            body.write(1, y, page.text(seen.get(y)));
        }
        ScrollBar.draw(body, events.size(), first, seen.size());
        if (end < events.size()) {
            Text more = Text.of(" ▼ " + (events.size() - end) + " newer ", Looks.SELECTED);
            body.write(body.width() - 2 - more.width(), body.height() - 1, more);
        }
        sheet.sight(
                new Picture.Sight(
                        body.height(),
                        Optional.of(seen.getFirst().id()),
                        Optional.of(seen.getLast().id())));
    }

    private Text text(EventView event) {
        String time = Brief.time(event.at(), zone);
        Text text = Text.of((days ? day(event) + " " + time : time) + "  ", Looks.SOFT);
        String name = name(event);
        Style style = event.process().isPresent() ? Looks.ofName(name) : Looks.STRONG;
        text = text.plus(padded(Text.of(name, style), names)).plus("  ");
        if (width >= WIDE) {
            text =
                    text.plus(
                                    padded(
                                            Text.of(
                                                    SafeWords.words(event.kind()),
                                                    Looks.of(event.tone())),
                                            KIND))
                            .plus("  ");
        }
        Style said = Looks.of(event.tone()).equals(Looks.BAD) ? Looks.BAD : Style.PLAIN;
        // What the kind or the sentence says already is not said again.
        if (width < WIDE || !event.text().equals(event.kind())) {
            text = text.plus(SafeWords.words(event.text()), said);
        }
        if (event.who().isPresent()) {
            text = text.plus("  by " + SafeWords.words(event.who().get()), Looks.SOFT);
        }
        return text.fit(width - 1);
    }

    private static Text padded(Text text, int width) {
        Text fit = text.fit(width);
        return fit.plus(" ".repeat(Math.max(0, width - fit.width())));
    }

    private static String name(EventView event) {
        return SafeWords.words(event.process().orElse(PROJECT));
    }

    private String day(EventView event) {
        return Brief.day(event.at(), zone);
    }

    private String today() {
        return Brief.day(world.now(), zone);
    }
}
