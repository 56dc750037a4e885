package dev.foster.tui.state;

import dev.foster.tui.frame.Area;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.keys.Key;

import java.util.List;
import java.util.Optional;

/**
 * A frame, and what a person sees where.
 *
 * @param zones later ones lie on top of earlier ones
 * @param sight what of a long text is seen
 */
public record Picture(Frame frame, List<Zone> zones, Sight sight) {

    /** A place that can be clicked. */
    public record Zone(Area area, Target target) {}

    /** What is clicked. */
    public sealed interface Target {
        /** A process in the table, or its panel. */
        record Row(String name) implements Target {}

        record Tab(Page page) implements Target {}

        /** A key and what it does here: a click on it presses it. */
        record Hint(Key key) implements Target {}

        /** An answer to the question that is asked. */
        record Answer(Confirmation.Choice choice) implements Target {}
    }

    /**
     * Which part of a long text is seen.
     *
     * @param rows how many there is room for
     * @param first the cursor of the first line seen
     * @param last the cursor of the last line seen
     */
    public record Sight(int rows, Optional<Long> first, Optional<Long> last) {
        public static final Sight NONE = new Sight(1, Optional.empty(), Optional.empty());
    }

    public Picture {
        zones = List.copyOf(zones);
    }

    /** What lies under a cell. */
    public Optional<Target> at(int x, int y) {
        return zones.reversed().stream()
                .filter(zone -> zone.area().contains(x, y))
                .map(Zone::target)
                .findFirst();
    }
}
