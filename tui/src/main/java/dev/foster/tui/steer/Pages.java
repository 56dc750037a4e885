package dev.foster.tui.steer;

import dev.foster.tui.state.Page;
import dev.foster.tui.state.Reading;
import dev.foster.tui.state.Ui;

import java.util.List;
import java.util.Set;

/** How a person gets from page to page. */
final class Pages {
    private static final List<Page> TURNED =
            List.of(Page.OVERVIEW, Page.PANELS, Page.PROCESS, Page.EVENTS, Page.CHAT, Page.SERVERS);

    private Pages() {}

    static Move open(Ui ui, Page page) {
        if (page == Page.PROCESS && ui.selected().isEmpty()) {
            return Move.to(ui);
        }
        boolean onTop = page == Page.PROCESS || page == Page.HELP;
        Ui opened = ui.page(page).back(onTop ? below(ui) : page).scroll(0);
        return Move.to(
                page == Page.PROCESS && ui.page() != Page.HELP
                        ? opened.reading(fresh(ui.reading()))
                        : opened);
    }

    /** What one returns to must not be what is opened on top. */
    private static Page below(Ui ui) {
        return ui.page() == Page.PROCESS || ui.page() == Page.HELP ? ui.back() : ui.page();
    }

    /** Another process is read from its newest lines on, in the way a person likes it. */
    private static Reading fresh(Reading reading) {
        return reading.following().column(0).search("").filter("");
    }

    /**
     * To the next page, or the one before.
     *
     * @param servers whether there are MCP servers to show
     */
    static Move turn(Ui ui, int by, boolean servers) {
        int now = Math.max(0, TURNED.indexOf(ui.page()));
        Page page = TURNED.get(Math.floorMod(now + by, TURNED.size()));
        return page == Page.SERVERS && !servers
                ? turn(ui.page(Page.SERVERS), by, false)
                : open(ui, page);
    }

    /** Takes back the last thing first: a search, then a selection, then the page. */
    static Move back(Ui ui) {
        if (ui.page() == Page.PROCESS
                && !(ui.reading().search().isEmpty() && ui.reading().filter().isEmpty())) {
            return Move.to(ui.reading(ui.reading().search("").filter("")));
        }
        if (ui.page() == Page.OVERVIEW && !ui.find().isEmpty()) {
            return Move.to(ui.find(""));
        }
        if (!ui.marked().isEmpty() && (ui.page() == Page.OVERVIEW || ui.page() == Page.PANELS)) {
            return Move.to(ui.marked(Set.of()));
        }
        if (ui.zoomed() && ui.page() == Page.PANELS) {
            return Move.to(ui.zoomed(false));
        }
        return Move.to(ui.page(ui.back() == ui.page() ? Page.OVERVIEW : ui.back()).scroll(0));
    }
}
