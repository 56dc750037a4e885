package dev.foster.tui.page;

import dev.foster.control.GaugeView;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Sparkline;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.World;

import java.util.List;

/** The newest lines of one process, in a frame that tells how it is. */
final class Panel {
    private static final int SHORTEST_CURVE = 8;
    private static final int LONGEST_CURVE = 30;
    private static final int MOST_NUMBER = 9;

    /** In less room than this a state is not worth to be begun. */
    private static final int SHORTEST_STATE = 8;

    private final World world;
    private final ProcessView process;
    private final int index;
    private final boolean focused;
    private final boolean marked;
    private final Looks looks;

    Panel(World world, ProcessView process, int index, boolean focused, boolean marked) {
        this.world = world;
        this.process = process;
        this.index = index;
        this.focused = focused;
        this.marked = marked;
        this.looks = Looks.of(process);
    }

    /** One by itself, without a number. */
    Panel(World world, ProcessView process) {
        this(world, process, Integer.MAX_VALUE, false, false);
    }

    void draw(Region place) {
        Style style = looks.border(process.alert().isPresent(), focused);
        Region inside = (focused ? Border.THICK : Border.ROUND).around(place, style);
        int taken = gauge(place);
        int room = place.width() - 4 - taken;
        boolean state = room - name().width() >= SHORTEST_STATE;
        Border.left(place, 0, state ? title() : name(), room);
        process.alert()
                .ifPresent(
                        alert ->
                                Border.left(
                                        place,
                                        place.height() - 1,
                                        Text.of("! " + SafeWords.words(alert), Looks.ALARM),
                                        place.width()));
        lines(inside);
    }

    private Text title() {
        if (looks.calm()) {
            return name();
        }
        Text title = name().plus(" · ", Looks.SOFT).plus(Looks.word(process));
        return Looks.reason(process)
                .map(why -> title.plus((why.startsWith("in ") ? " " : ": ") + why, Looks.SOFT))
                .orElse(title);
    }

    private Text name() {
        Text number = index < MOST_NUMBER ? Text.of((index + 1) + " ", Looks.SOFT) : Text.EMPTY;
        Text mark = marked ? Text.of("✓ ", Looks.ACCENT.bold()) : Text.EMPTY;
        return number.plus(mark)
                .plus(looks.symbol() + " ", looks.style())
                .plus(SafeWords.words(process.name()), Looks.STRONG);
    }

    /** At the right of the upper line, with its curve if there is room; the result is its width. */
    private int gauge(Region place) {
        if (process.gauge().isEmpty()) {
            return 0;
        }
        GaugeView gauge = process.gauge().get();
        Style style = gauge.low() ? Looks.BAD.bold() : Style.PLAIN;
        Text value = Text.of(figure(gauge), style);
        // The corners, and blanks around either text.
        int room = place.width() - Math.min(name().width(), place.width() / 2) - 6;
        if (value.width() > room) {
            return 0;
        }
        int width = Math.clamp(place.width() / 3, SHORTEST_CURVE, LONGEST_CURVE);
        if (value.width() + 1 + width <= room && !gauge.recent().isEmpty()) {
            double[] recent = gauge.recent().stream().mapToDouble(Double::doubleValue).toArray();
            double top = gauge.baseline();
            for (double figure : recent) {
                top = Math.max(top, figure);
            }
            String curve = Sparkline.of(recent, width, top);
            value =
                    Text.of(curve, gauge.low() ? Looks.BAD.faint() : Looks.CURVE)
                            .plus(" ")
                            .plus(value);
        }
        return Border.right(place, 0, value);
    }

    static String figure(GaugeView gauge) {
        String unit = SafeWords.words(gauge.unit());
        return Brief.figure(gauge.value()) + (unit.isEmpty() ? "" : " " + unit);
    }

    private void lines(Region inside) {
        List<LogLine> lines = world.output(process.name()).lines();
        int rows = Math.min(inside.height(), lines.size());
        // Blank columns keep the text away from the frame.
        int width = inside.width() - 2;
        if (rows == 0) {
            Pages.centred(inside, Text.of("nothing said yet", Looks.SOFT));
            return;
        }
        for (int i = 0; i < rows; i++) {
            LogLine line = lines.get(lines.size() - rows + i);
            inside.write(0, i, LineRows.mark(line));
            inside.write(1, i, LineRows.shown(line, 8L * width + 200).fit(width));
        }
    }
}
