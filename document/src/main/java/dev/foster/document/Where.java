package dev.foster.document;

import dev.foster.document.Value.Mapping;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a value is called in messages, where those go, and what it is read by.
 *
 * @param label its path from the top, such as {@code processes.web.stop.grace}
 * @param directory where relative paths start
 * @param layer whether it is only laid below what others say, and need not be complete
 * @param key where the key stands that it is under
 * @param below what is called differently: what the layer below says
 */
public record Where(
        String label,
        Scalars scalars,
        Path directory,
        boolean layer,
        Optional<Place> key,
        Optional<Below> below) {

    /** What stands above a layer, and how what comes from the layer is called. */
    public record Below(Mapping above, Where layer) {}

    public static Where top(String label, Scalars scalars, Path directory) {
        return new Where(label, scalars, directory, false, Optional.empty(), Optional.empty());
    }

    /** Defaults for others: what is wrong with them is called the same wherever they reach. */
    public Where asLayer() {
        return new Where(label, scalars, directory, true, key, below);
    }

    /** Under a key that stands there: what is missing altogether is told at it. */
    public Where under(Place place) {
        return new Where(label, scalars, directory, layer, Optional.of(place), below);
    }

    /** Where keys that this mapping does not have come from that layer. */
    public Where over(Mapping above, Where layer) {
        return new Where(
                label, scalars, directory, this.layer, key, Optional.of(new Below(above, layer)));
    }

    /** What stands under a key here. */
    public Where in(String key) {
        if (below.isPresent() && !below.get().above().has(key)) {
            return below.get().layer().in(key);
        }
        return called(label.isEmpty() ? key : label + "." + key);
    }

    /** An item of a list. */
    public Where at(int index) {
        return called(label + "[" + index + "]");
    }

    private Where called(String name) {
        return new Where(name, scalars, directory, layer, Optional.empty(), Optional.empty());
    }

    public <T> Optional<T> expected(Value value, String what, String example) {
        return scalars.expected(value, label, what, example);
    }

    public <T> Optional<T> refuse(Value value, String why, String advice) {
        return scalars.refuse(value, label, why, advice);
    }

    public <T> Optional<T> refuse(Place place, String why, String advice) {
        return scalars.refuse(place, label, why, advice);
    }

    /** Tells of what was understood, and is worth a thought. */
    public void notice(Place place, String message) {
        scalars.notices().add(place, message);
    }
}
