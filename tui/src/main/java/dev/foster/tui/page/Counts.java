package dev.foster.tui.page;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.World;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** How many processes are in which state, and how it stands with the daemon. */
final class Counts {
    private Counts() {}

    /** Such as {@code ● 5 running · ✖ 1 failed}. */
    static Text inWords(World world) {
        Text all = Text.EMPTY;
        for (var entry : counted(world).entrySet()) {
            Looks looks = Looks.of(entry.getKey(), true);
            Style style = looks.calm() ? Style.PLAIN : looks.style();
            all =
                    separated(all, " · ")
                            .plus(looks.symbol() + " ", looks.style())
                            .plus(entry.getValue() + " " + entry.getKey().word(), style);
        }
        return link(world).map(separated(all, " · ")::plus).orElse(all);
    }

    /** Such as {@code ●5 ✖1}. */
    static Text inSymbols(World world) {
        Text all = Text.EMPTY;
        for (var entry : counted(world).entrySet()) {
            Looks looks = Looks.of(entry.getKey(), true);
            all = separated(all, " ").plus(looks.symbol() + entry.getValue(), looks.style());
        }
        return link(world).map(separated(all, " ")::plus).orElse(all);
    }

    private static Text separated(Text text, String separator) {
        return text.spans().isEmpty() ? text : text.plus(separator, Looks.SOFT);
    }

    private static Map<ProcessState, Integer> counted(World world) {
        // In the order in which the states are declared.
        var found = new EnumMap<ProcessState, Integer>(ProcessState.class);
        for (ProcessView process : world.processes()) {
            found.merge(process.state(), 1, Integer::sum);
        }
        return found;
    }

    /** Nothing as long as all is well. */
    private static Optional<Text> link(World world) {
        return switch (world.link()) {
            case DaemonLink.Waiting() -> Optional.of(Text.of("connecting…", Looks.SOFT));
            case DaemonLink.Lost(String _) -> Optional.of(Text.of("lost", Looks.BAD));
            case DaemonLink.Live() ->
                    world.project()
                            .filter(project -> project.stopping())
                            .map(_ -> Text.of("going down", Looks.DOUBTFUL));
        };
    }
}
