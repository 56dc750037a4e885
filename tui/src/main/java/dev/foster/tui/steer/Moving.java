package dev.foster.tui.steer;

import dev.foster.control.EventView;
import dev.foster.control.ProcessView;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Shown;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.List;

/** Moving about on a page. */
final class Moving {
    private static final int ASIDE = 8;
    private static final int FAR = 1 << 28;

    private final World world;
    private final Picture picture;

    Moving(World world, Picture picture) {
        this.world = world;
        this.picture = picture;
    }

    Move move(Ui ui, Command command) {
        if (ui.page() == Page.PANELS) {
            return panels(ui, command);
        }
        int page = Math.max(1, picture.sight().rows() - 1);
        return switch (command) {
            case UP -> ui.page() == Page.CHAT ? Chatting.recall(ui, 1) : scroll(ui, -1);
            case DOWN -> ui.page() == Page.CHAT ? Chatting.recall(ui, -1) : scroll(ui, 1);
            case PAGE_UP -> scroll(ui, -page);
            case PAGE_DOWN -> scroll(ui, page);
            case TOP ->
                    ui.page() == Page.PROCESS
                            ? new OutputReading(world, picture).begin(ui)
                            : scroll(ui, -FAR);
            case BOTTOM -> scroll(ui, FAR);
            case LEFT -> Move.to(ui.reading(ui.reading().column(ui.reading().column() - ASIDE)));
            case RIGHT -> Move.to(ui.reading(ui.reading().column(ui.reading().column() + ASIDE)));
            default -> Move.to(ui);
        };
    }

    /** By so many rows, downwards. */
    Move scroll(Ui ui, int rows) {
        return switch (ui.page()) {
            case OVERVIEW, PANELS -> Move.to(select(ui, rows));
            case PROCESS -> new OutputReading(world, picture).scroll(ui, rows);
            case EVENTS -> Move.to(ui.eventsEnd(eventsEnd(ui, rows)));
            case HELP -> Move.to(ui.scroll(scrolled(ui, rows)));
            case SERVERS -> Move.to(ui.scroll(session(ui, rows)));
            // The chat is read from its end.
            case CHAT -> Move.to(ui.scroll(scrolled(ui, -(long) rows)));
        };
    }

    /** From what is seen: a wish to go beyond the end was not fulfilled. */
    private int scrolled(Ui ui, long by) {
        return Math.clamp(picture.sight().first().orElse((long) ui.scroll()) + by, 0, FAR);
    }

    private int session(Ui ui, int by) {
        int last = Math.max(0, Shown.sessions(world).size() - 1);
        return Math.clamp((long) Math.clamp(ui.scroll(), 0, last) + by, 0, last);
    }

    private Ui select(Ui ui, int by) {
        List<ProcessView> shown = Shown.processes(world, ui);
        if (shown.isEmpty()) {
            return ui;
        }
        List<String> names = shown.stream().map(ProcessView::name).toList();
        int now = Math.max(0, names.indexOf(ui.selected()));
        return ui.selected(names.get(Math.clamp((long) now + by, 0, names.size() - 1)));
    }

    private Move panels(Ui ui, Command command) {
        return Move.to(
                switch (command) {
                    case LEFT -> select(ui, -1);
                    case RIGHT -> select(ui, 1);
                    case UP -> select(ui, -columns());
                    case DOWN -> select(ui, columns());
                    case PAGE_UP, TOP -> select(ui, -FAR);
                    case PAGE_DOWN, BOTTOM -> select(ui, FAR);
                    default -> ui;
                });
    }

    /** How many panels stand side by side. */
    private int columns() {
        List<Picture.Zone> rows =
                picture.zones().stream()
                        .filter(zone -> zone.target() instanceof Picture.Target.Row)
                        .toList();
        return Math.max(
                1,
                (int)
                        rows.stream()
                                .filter(zone -> zone.area().y() == rows.getFirst().area().y())
                                .count());
    }

    /** At the end there is no end any more: the newest are followed. */
    private long eventsEnd(Ui ui, int by) {
        List<EventView> events = world.events();
        int rows = picture.sight().rows();
        int now = events.size() - 1;
        while (ui.eventsEnd() != 0 && now > 0 && events.get(now).id() > ui.eventsEnd()) {
            now--;
        }
        long wanted = Math.max((long) now + by, Math.min(rows, events.size()) - 1);
        return wanted >= events.size() - 1 ? 0 : events.get((int) wanted).id();
    }
}
