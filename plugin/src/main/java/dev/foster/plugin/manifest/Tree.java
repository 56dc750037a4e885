package dev.foster.plugin.manifest;

import dev.foster.plugin.manifest.Value.Entry;
import dev.foster.plugin.manifest.Value.Kind;
import dev.foster.plugin.manifest.Value.Mapping;
import dev.foster.plugin.manifest.Value.Scalar;
import dev.foster.plugin.manifest.Value.Sequence;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Builds the tree of a YAML document, which may as well be JSON.
 *
 * <p>It works on the parser's events: only so are nesting and the growth by aliases bounded while
 * the document is read, and every key keeps its place.
 */
final class Tree {
    private static final int DEEPEST = 50;
    private static final int MOST_VALUES = 100_000;
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");

    /** A value under an anchor, and how many values it stands for. */
    private record Anchored(Value value, int weight) {}

    private final Path file;
    private final Faults faults;
    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private int weight;

    private Tree(Path file, String text, Faults faults) {
        this.file = file;
        this.faults = faults;
        LoadSettings settings =
                LoadSettings.builder()
                        .setLabel(file.toString())
                        .setCodePointLimit(ManifestText.LARGEST)
                        .build();
        this.events = new ParserImpl(settings, new StreamReader(settings, text));
    }

    /** The mapping at the top of a document; faults that leave no tree are thrown at once. */
    static Mapping read(Path file, String text, Faults faults) {
        try {
            return new Tree(file, text, faults).document();
        } catch (MarkedYamlEngineException broken) {
            Place place =
                    broken.getProblemMark()
                            .or(broken::getContextMark)
                            .map(mark -> new Place(file, mark.getLine() + 1, mark.getColumn() + 1))
                            .orElse(Place.whole(file));
            throw faults.last(place, unreadable(String.valueOf(broken.getProblem())));
        } catch (YamlEngineException broken) {
            throw faults.last(
                    Place.whole(file),
                    "cannot read "
                            + file
                            + ": it holds a character that YAML does not allow; remove it");
        }
    }

    private static String unreadable(String problem) {
        if (problem.contains("(TAB)")) {
            return "cannot read this as YAML: a tab stands where the line is indented; use spaces";
        }
        String why =
                problem.isEmpty()
                        ? "it is broken"
                        : problem.substring(0, 1).toLowerCase(Locale.ROOT) + problem.substring(1);
        return "cannot read this as YAML: "
                + Words.clip(why)
                + "; mend the line, or the one before it";
    }

    private Mapping document() {
        events.next();
        if (events.next().getEventId() == Event.ID.StreamEnd) {
            throw faults.last(Place.whole(file), empty());
        }
        Value top = value(events.next(), 0);
        events.next();
        Event end = events.next();
        if (end.getEventId() != Event.ID.StreamEnd) {
            throw faults.last(
                    place(end),
                    "cannot read a second document: a manifest has one; remove what follows the"
                            + " line ---");
        }
        if (top instanceof Mapping mapping) {
            return mapping;
        }
        if (top instanceof Scalar scalar && scalar.kind() == Kind.NULL) {
            throw faults.last(Place.whole(file), empty());
        }
        throw faults.last(
                top.place(),
                "cannot read this as a manifest: expected a mapping, found "
                        + top.describe()
                        + "; begin with a key such as id:");
    }

    private String empty() {
        return "cannot read "
                + file
                + ": it is empty; say at least id: and what is run, such as main: plugin.py";
    }

    private Place place(Event event) {
        return event.getStartMark()
                .map(mark -> new Place(file, mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(Place.whole(file));
    }

    private Value value(Event event, int depth) {
        Place place = place(event);
        if (depth > DEEPEST) {
            throw faults.last(
                    place,
                    "cannot read this: it is nested more than "
                            + DEEPEST
                            + " deep; make it flatter");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias, place);
        }
        int before = weight;
        grow(1, place);
        Value value =
                switch (event) {
                    case ScalarEvent scalar -> new Scalar(place, scalar.getValue(), kind(scalar));
                    case Event start when start.getEventId() == Event.ID.SequenceStart ->
                            sequence(place, depth);
                    default -> mapping(place, depth);
                };
        if (event instanceof NodeEvent node) {
            node.getAnchor()
                    .ifPresent(name -> anchors.put(name, new Anchored(value, weight - before)));
        }
        return value;
    }

    private Value aliased(AliasEvent alias, Place place) {
        Anchored anchored = anchors.get(alias.getAlias());
        if (anchored == null) {
            throw faults.last(
                    place,
                    "cannot follow *"
                            + Words.clip(alias.getAlias().toString())
                            + ": there is no complete anchor of that name before it; set it first");
        }
        grow(anchored.weight(), place);
        return anchored.value();
    }

    private void grow(int by, Place place) {
        weight += by;
        if (weight > MOST_VALUES) {
            throw faults.last(
                    place,
                    "cannot read more: a manifest has at most "
                            + MOST_VALUES
                            + " values, those that aliases stand for included; remove some");
        }
    }

    private Sequence sequence(Place place, int depth) {
        var items = new ArrayList<Value>();
        for (Event event = events.next();
                event.getEventId() != Event.ID.SequenceEnd;
                event = events.next()) {
            items.add(value(event, depth + 1));
        }
        return new Sequence(place, items);
    }

    private Mapping mapping(Place place, int depth) {
        var entries = new LinkedHashMap<String, Entry>();
        for (Event event = events.next();
                event.getEventId() != Event.ID.MappingEnd;
                event = events.next()) {
            Place at = place(event);
            Optional<String> key = key(value(event, depth + 1));
            Value value = value(events.next(), depth + 1);
            Entry before = key.isPresent() ? entries.get(key.get()) : null;
            if (before != null) {
                faults.add(
                        at,
                        "cannot use the key "
                                + Words.quote(key.orElse(""))
                                + " twice: it already stands in line "
                                + before.key().line()
                                + "; remove one");
            } else {
                key.ifPresent(name -> entries.put(name, new Entry(at, value)));
            }
        }
        return new Mapping(place, entries);
    }

    private Optional<String> key(Value value) {
        if (value instanceof Scalar scalar) {
            return Optional.of(scalar.text());
        }
        faults.add(
                value.place(),
                "cannot use " + value.describe() + " as a key: keys are words; put it in quotes");
        return Optional.empty();
    }

    /** By the core schema of YAML 1.2: {@code no} and {@code on} are texts. */
    private static Kind kind(ScalarEvent event) {
        if (!event.isPlain() || event.getTag().isPresent()) {
            return Kind.TEXT;
        }
        return switch (event.getValue()) {
            case "", "~", "null", "Null", "NULL" -> Kind.NULL;
            case "true", "True", "TRUE", "false", "False", "FALSE" -> Kind.BOOLEAN;
            case String text -> NUMBER.matcher(text).matches() ? Kind.NUMBER : Kind.TEXT;
        };
    }
}
