package dev.foster.tui.page;

import dev.foster.control.Amounts;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Sparkline;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.world.Curve;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.List;

/** How a process is, in one row. */
final class ProcessSummary {
    private static final int CURVE = 12;
    private static final double FULL = 100;
    private static final int LONGEST_NAME = 28;

    /** How much of what it uses is shown, the most first. */
    private enum Detail {
        CURVES,
        LABELS,
        FIGURES
    }

    private ProcessSummary() {}

    static void draw(Region row, World world, ProcessView process) {
        int most = row.width() - 2;
        Text left = left(process, parts(world, process));
        row.write(1, 0, left.fit(most));
        for (Detail detail : Detail.values()) {
            Text right = usage(world, process, detail);
            if (left.width() + 2 + right.width() <= most) {
                row.writeRight(0, right.plus(" "));
                return;
            }
        }
    }

    private static Text left(ProcessView process, List<Text> parts) {
        Looks looks = Looks.of(process);
        Text text =
                Text.of(looks.symbol() + " ", looks.style())
                        .plus(
                                Text.of(SafeWords.words(process.name()), Looks.STRONG)
                                        .fit(LONGEST_NAME))
                        .plus("  ")
                        .plus(Looks.word(process));
        for (Text part : parts) {
            text = text.plus(" · ", Looks.SOFT).plus(part);
        }
        return text;
    }

    private static List<Text> parts(World world, ProcessView process) {
        var parts = new ArrayList<Text>();
        Looks looks = Looks.of(process);
        process.alert().ifPresent(alert -> parts.add(Text.of(SafeWords.words(alert), Looks.ALARM)));
        if (!looks.calm()) {
            Looks.reason(process).ifPresent(why -> parts.add(Text.of(why, looks.style())));
        }
        process.gauge()
                .ifPresent(
                        gauge ->
                                parts.add(
                                        Text.of(
                                                Panel.figure(gauge),
                                                gauge.low() ? Looks.BAD : Style.PLAIN)));
        process.status().ifPresent(status -> parts.add(Text.of(SafeWords.words(status))));
        process.pid().ifPresent(pid -> parts.add(Text.of("pid " + pid)));
        Brief.uptime(process, world.now()).ifPresent(up -> parts.add(Text.of("up " + up)));
        if (process.restarts() > 0) {
            parts.add(Text.of(Brief.count(process.restarts(), "restart"), Looks.DOUBTFUL));
        }
        if (process.state().alive() && process.ready()) {
            parts.add(Text.of("ready"));
        }
        return parts;
    }

    private static Text usage(World world, ProcessView process, Detail detail) {
        if (process.cpuPercent().isEmpty() && process.memoryBytes().isEmpty()) {
            return Text.EMPTY;
        }
        Text processor = Text.of(process.cpuPercent().map(Amounts::percent).orElse("-"));
        Text memory = Text.of(process.memoryBytes().map(Amounts::bytes).orElse("-"));
        if (detail == Detail.CURVES) {
            processor = processor.plus(" ").plus(curve(world.processor(process.name()), FULL));
            Curve used = world.memory(process.name());
            memory = memory.plus(" ").plus(curve(used, used.highest() * Looks.HEADROOM));
        }
        return detail == Detail.FIGURES
                ? processor.plus("  ").plus(memory)
                : Text.of("cpu ", Looks.SOFT)
                        .plus(processor)
                        .plus("  memory ", Looks.SOFT)
                        .plus(memory);
    }

    private static Text curve(Curve curve, double least) {
        double top = Math.max(least, curve.highest());
        return Text.of(Sparkline.of(curve.values(), CURVE, top), Looks.CURVE);
    }
}
