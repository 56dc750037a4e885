package dev.foster.tui.page;

import dev.foster.control.ScreenView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Prompt;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.List;

/** The row at the bottom: what can be done here, what was just done, or what is being written. */
final class Footer {
    private static final String GAP = "  ";

    private Footer() {}

    static void draw(Sheet sheet, Region row, World world, Ui ui) {
        if (ui.prompt().isPresent()) {
            prompt(row, ui.prompt().get(), ui.selected());
        } else if (ui.notice().isPresent()) {
            notice(row, ui.notice().get());
        } else {
            keys(sheet, row, world, ui.page());
        }
    }

    private static void prompt(Region row, Prompt prompt, String selected) {
        String label =
                switch (prompt.kind()) {
                    case SEARCH -> "search";
                    case FILTER -> "only lines with";
                    case PALETTE -> "command";
                    case SEND -> "to " + SafeWords.words(selected);
                };
        Text head =
                Text.of(label, Looks.SOFT).fit(row.width() / 2).plus(" › ", Looks.ACCENT.bold());
        int x = row.write(1, 0, head);
        InputLine.draw(row.part(x, 0, row.width() - x - 1, 1), prompt.draft());
    }

    private static void notice(Region row, Ui.Notice notice) {
        Text text =
                notice.well()
                        ? Text.of("✔ ", Looks.GOOD).plus(SafeWords.words(notice.text()))
                        : Text.of("✖ " + SafeWords.words(notice.text()), Looks.BAD);
        row.write(1, 0, text.fit(row.width() - 2));
    }

    private static void keys(Sheet sheet, Region row, World world, Page page) {
        List<Hint> end = always(page).stream().map(Hint::of).toList();
        int width = 1;
        for (Hint hint : end) {
            width += hint.text().width() + GAP.length();
        }
        int x = 1;
        for (Hint hint : hints(world, page)) {
            if (x + hint.text().width() > row.width() - width) {
                break;
            }
            x = hint.draw(sheet, row, x) + GAP.length();
        }
        x = row.width() - width + GAP.length();
        for (Hint hint : end) {
            x = hint.draw(sheet, row, x) + GAP.length();
        }
    }

    private static List<Hint> hints(World world, Page page) {
        var hints = new ArrayList<Hint>();
        List<ScreenView.KeyView> own = page == Page.PANELS ? projectKeys(world) : List.of();
        for (ScreenView.KeyView key : own) {
            hints.add(Hint.of(key));
        }
        for (Command command : useful(page)) {
            String key = command.keys().getFirst().name();
            // There the project's meaning of a key goes first.
            if (own.stream().noneMatch(view -> view.key().equals(key))) {
                hints.add(Hint.of(command));
            }
        }
        return hints;
    }

    static List<ScreenView.KeyView> projectKeys(World world) {
        return world.project().map(project -> project.screen().keys()).orElse(List.of());
    }

    /** What stands at the right end. */
    static List<Command> always(Page page) {
        return page == Page.CHAT
                ? List.of(Command.NEXT_PAGE, Command.INTERRUPT)
                : List.of(Command.HELP, Command.QUIT);
    }

    /** The most useful first: what does not fit is left out from the end. */
    static List<Command> useful(Page page) {
        return switch (page) {
            case OVERVIEW ->
                    List.of(
                            Command.OPEN,
                            Command.START,
                            Command.STOP,
                            Command.RESTART,
                            Command.SEARCH,
                            Command.MARK,
                            Command.PANELS,
                            Command.EVENTS,
                            Command.PALETTE,
                            Command.REPLACE,
                            Command.KILL);
            case PANELS ->
                    List.of(
                            Command.OPEN,
                            Command.ZOOM,
                            Command.RESTART,
                            Command.STOP,
                            Command.START,
                            Command.SEND,
                            Command.MARK,
                            Command.PALETTE);
            case PROCESS ->
                    List.of(
                            Command.BACK,
                            Command.FOLLOW,
                            Command.SEARCH,
                            Command.FILTER,
                            Command.RESTART,
                            Command.STOP,
                            Command.START,
                            Command.WRAP,
                            Command.TIMES,
                            Command.FACTS,
                            Command.SEND,
                            Command.COPY);
            case EVENTS ->
                    List.of(
                            Command.BACK,
                            Command.UP,
                            Command.DOWN,
                            Command.TOP,
                            Command.BOTTOM,
                            Command.OVERVIEW,
                            Command.PANELS,
                            Command.PALETTE);
            case CHAT -> List.of(Command.BACK);
            case SERVERS ->
                    List.of(
                            Command.BACK,
                            Command.END_SESSION,
                            Command.UP,
                            Command.DOWN,
                            Command.EVENTS,
                            Command.OVERVIEW,
                            Command.PALETTE);
            case HELP ->
                    List.of(
                            Command.BACK,
                            Command.UP,
                            Command.DOWN,
                            Command.OVERVIEW,
                            Command.PANELS,
                            Command.PALETTE);
        };
    }
}
