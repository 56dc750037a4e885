package dev.foster.tui.page;

import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Size;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.World;

import java.time.ZoneId;
import java.util.List;

/** Draws what a person sees: the page they are on, what stands above and below, and a question. */
public final class Pages {
    static final Size SMALLEST = new Size(40, 10);

    private Pages() {}

    public static Picture draw(World world, Ui ui, Size size) {
        return draw(world, ui, size, ZoneId.systemDefault());
    }

    static Picture draw(World world, Ui ui, Size size, ZoneId zone) {
        var sheet = new Sheet(size, zone);
        Region whole = sheet.whole();
        if (size.width() < SMALLEST.width() || size.height() < SMALLEST.height()) {
            tooSmall(whole);
            return sheet.picture();
        }
        int top = LostBar.draw(whole, world.link());
        top += Header.draw(sheet, whole.part(0, top, whole.width(), whole.height()), world, ui);
        Region body = whole.part(0, top, whole.width(), whole.height() - top - 1);
        body(sheet, body, world, ui);
        if (world.link() instanceof DaemonLink.Lost) {
            dim(body);
        }
        Region footer = whole.row(whole.height() - 1);
        Footer.draw(sheet, footer, world, ui);
        ui.prompt().ifPresent(prompt -> Palette.draw(body, prompt));
        ui.question()
                .ifPresent(
                        question -> {
                            dim(whole);
                            sheet.cover();
                            QuestionBox.draw(sheet, whole, question);
                        });
        return sheet.picture();
    }

    private static void body(Sheet sheet, Region body, World world, Ui ui) {
        boolean unknown = world.project().isEmpty() && world.processes().isEmpty();
        if (unknown && world.link() instanceof DaemonLink.Waiting) {
            centred(body, Text.of("connecting…", Looks.SOFT));
            return;
        }
        switch (ui.page()) {
            case OVERVIEW -> OverviewPage.draw(sheet, body, world, ui);
            case PANELS -> PanelsPage.draw(sheet, body, world, ui);
            case PROCESS -> ProcessPage.draw(sheet, body, world, ui);
            case EVENTS -> EventsPage.draw(sheet, body, world, ui);
            case CHAT -> ChatPage.draw(sheet, body, world, ui);
            case SERVERS -> ServersPage.draw(sheet, body, world, ui);
            case HELP -> HelpPage.draw(sheet, body, world, ui);
        }
    }

    private static void tooSmall(Region whole) {
        centred(
                whole,
                Text.of(
                        "The terminal is too small: it has "
                                + whole.width()
                                + "x"
                                + whole.height()
                                + ", and "
                                + SMALLEST.width()
                                + "x"
                                + SMALLEST.height()
                                + " are needed."));
    }

    /** A sentence in the middle of a place. */
    static void centred(Region place, Text text) {
        List<Text> rows = Paragraph.rows(text, Math.max(1, place.width() - 2));
        int y = Math.max(0, (place.height() - rows.size()) / 2);
        for (Text row : rows) {
            place.write(Math.max(0, (place.width() - row.width()) / 2), y, row);
            y++;
        }
    }

    static void dim(Region place) {
        for (int y = 0; y < place.height(); y++) {
            place.restyle(0, y, place.width(), Style::faint);
        }
    }
}
