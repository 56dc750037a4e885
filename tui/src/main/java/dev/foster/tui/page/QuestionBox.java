package dev.foster.tui.page;

import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Confirmation;
import dev.foster.tui.state.Picture;

import java.util.List;

/** A question in the middle of the screen, with its answers. */
final class QuestionBox {
    private static final int WIDEST = 64;
    private static final int SIDE = 3;

    private QuestionBox() {}

    static void draw(Sheet sheet, Region whole, Confirmation question) {
        int longest = SafeWords.words(question.text()).length();
        for (Confirmation.Choice choice : question.choices()) {
            longest = Math.max(longest, answer(choice).width());
        }
        int width = Math.min(Math.min(WIDEST, whole.width() - 2), longest + 2 * SIDE);
        List<Text> rows =
                Paragraph.rows(
                        Text.of(SafeWords.words(question.text()), Looks.STRONG), width - 2 * SIDE);
        // Without the empty rows where there is no room for them.
        int needed = rows.size() + question.choices().size() + 2;
        int air = needed + 3 <= whole.height() ? 1 : 0;
        int height = needed + 3 * air;
        Region place =
                whole.part(
                        (whole.width() - width) / 2,
                        Math.max(0, (whole.height() - height) / 2),
                        width,
                        height);
        place.fill(Style.PLAIN);
        Border.ROUND.around(place, Looks.ACCENT.bold());
        int y = 1 + air;
        Region inside = place.part(SIDE, 0, place.width() - 2 * SIDE, place.height() - 1);
        for (Text row : rows) {
            inside.write(0, y++, row);
        }
        y += air;
        for (Confirmation.Choice choice : question.choices()) {
            sheet.clickable(inside.row(y), new Picture.Target.Answer(choice));
            inside.write(0, y++, answer(choice).fit(inside.width()));
        }
    }

    private static Text answer(Confirmation.Choice choice) {
        return Text.of(choice.key().name(), Looks.ACCENT.bold())
                .plus("  " + SafeWords.words(choice.label()));
    }
}
