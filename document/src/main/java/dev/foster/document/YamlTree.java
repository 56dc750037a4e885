package dev.foster.document;

import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds the tree of a YAML document, which may as well be JSON.
 *
 * <p>It works on the parser's events rather than on composed nodes: only so can nesting and the
 * growth by aliases be bounded while the document is read, and every key keep its place.
 */
public final class YamlTree {
    private static final int DEEPEST = 50;
    // What aliases may make of a document. A file that says each thing once cannot come near it.
    private static final int LARGEST = 4_000_000;

    /** A value under an anchor, and how many values it stands for. */
    private record Anchored(Value value, int weight) {}

    private final Path file;
    private final DocumentKind kind;
    private final Faults faults;
    private final Expander expansion;
    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private int weight;

    private YamlTree(Path file, String text, DocumentKind kind, Expander expansion, Faults faults) {
        this.file = file;
        this.kind = kind;
        this.faults = faults;
        this.expansion = expansion;
        LoadSettings settings =
                LoadSettings.builder()
                        .setLabel(file.toString())
                        .setCodePointLimit(Math.max(kind.longest(), text.length()))
                        .build();
        this.events = new ParserImpl(settings, new StreamReader(settings, text));
    }

    /** The mapping at the top of a document; faults that leave no tree are thrown at once. */
    public static Mapping read(
            Path file, String text, DocumentKind kind, Expander expansion, Faults faults) {
        faults.text(file, text);
        try {
            return new YamlTree(file, text, kind, expansion, faults).document();
        } catch (MarkedYamlEngineException broken) {
            Place place =
                    broken.getProblemMark()
                            .or(broken::getContextMark)
                            .map(mark -> new Place(file, mark.getLine() + 1, mark.getColumn() + 1))
                            .orElse(Place.whole(file));
            throw faults.last(place, YamlWords.broken(broken));
        } catch (YamlEngineException broken) {
            throw faults.last(
                    YamlWords.placeOf(file, text, broken), YamlWords.unreadable(file, broken));
        }
    }

    private Mapping document() {
        next();
        Event start = next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            throw empty();
        }
        Value top = value(next(), 0);
        next();
        Event end = next();
        if (end.getEventId() != Event.ID.StreamEnd) {
            throw faults.last(
                    place(end),
                    "cannot read a second document: "
                            + kind.file()
                            + " has one; remove what follows the line ---"
                            + kind.remedy());
        }
        if (top instanceof Scalar scalar && scalar.kind() == Value.Kind.NULL) {
            throw empty();
        }
        if (top instanceof Mapping mapping) {
            return mapping;
        }
        throw faults.last(
                top.place(),
                "cannot read this as a "
                        + kind.what()
                        + ": expected a mapping, found "
                        + top.describe()
                        + "; begin with a key such as "
                        + kind.begin());
    }

    private DocumentProblem empty() {
        return faults.last(
                Place.whole(file), "cannot read " + file + ": it is empty; " + kind.contents());
    }

    private Event next() {
        return events.next();
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
                    case ScalarEvent scalar -> scalar(scalar, place);
                    case CollectionStartEvent start
                            when start.getEventId() == Event.ID.SequenceStart ->
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
            String name = alias.getAlias().toString();
            faults.add(
                    place,
                    "cannot follow *"
                            + name
                            + ": there is no complete &"
                            + name
                            + " before it; set the anchor first");
            return new Scalar(place, "", Value.Kind.ANY);
        }
        grow(anchored.weight(), place);
        return anchored.value();
    }

    private void grow(int by, Place place) {
        weight += by;
        if (weight > LARGEST) {
            throw faults.last(
                    place,
                    "cannot follow all aliases: they make more than "
                            + LARGEST
                            + " values of this document; remove some");
        }
    }

    private Scalar scalar(ScalarEvent event, Place place) {
        Optional<String> tag = event.getTag();
        Value.Kind kind = YamlWords.kind(event);
        if (tag.isPresent() && !YamlWords.knownTag(tag.get())) {
            faults.add(
                    place,
                    "cannot use the tag "
                            + Words.clip(tag.get())
                            + ": tags mean nothing here;"
                            + " remove it");
        }
        String text = event.getValue();
        if (!expansion.concerns(text)) {
            return new Scalar(place, text, kind);
        }
        return new Scalar(
                place,
                expansion.expand(text, place),
                expansion.hasVariable(text) ? Value.Kind.ANY : kind);
    }

    private Sequence sequence(Place place, int depth) {
        var items = new ArrayList<Value>();
        for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            items.add(value(event, depth + 1));
        }
        return new Sequence(place, items);
    }

    private Mapping mapping(Place place, int depth) {
        var entries = new LinkedHashMap<String, Entry>();
        var merged = new ArrayList<Value>();
        for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            Place at = place(event);
            Optional<String> key = key(event, depth);
            Value value = value(next(), depth + 1);
            if (key.isEmpty()) {
                continue;
            }
            Entry before = entries.get(key.get());
            if (key.get().equals("<<")) {
                merged.add(value);
            } else if (before != null) {
                faults.add(
                        at,
                        "cannot use the key "
                                + Words.quote(key.get())
                                + " twice: it already stands in line "
                                + before.key().line()
                                + "; remove one");
            } else {
                entries.put(key.get(), new Entry(at, value));
            }
        }
        merged.forEach(value -> mergeInto(entries, value));
        return new Mapping(place, entries);
    }

    private Optional<String> key(Event event, int depth) {
        // A key is never expanded: what a thing is called must not depend on who reads it.
        if (event instanceof ScalarEvent scalar) {
            grow(1, place(event));
            scalar.getAnchor()
                    .ifPresent(
                            name ->
                                    anchors.put(
                                            name,
                                            new Anchored(
                                                    new Scalar(
                                                            place(event),
                                                            scalar.getValue(),
                                                            YamlWords.kind(scalar)),
                                                    1)));
            return Optional.of(scalar.getValue());
        }
        Value value = value(event, depth + 1);
        if (value instanceof Scalar scalar) {
            return Optional.of(scalar.text());
        }
        faults.add(
                place(event),
                "cannot use " + value.describe() + " as a key: keys are words; put it in quotes");
        return Optional.empty();
    }

    private void mergeInto(Map<String, Entry> entries, Value value) {
        List<Value> sources = value instanceof Sequence list ? list.items() : List.of(value);
        for (Value source : sources) {
            if (source instanceof Mapping mapping) {
                mapping.entries().forEach(entries::putIfAbsent);
            } else {
                faults.add(
                        source.place(),
                        "cannot merge "
                                + source.describe()
                                + " with <<: only mappings can be merged; give an alias of one");
            }
        }
    }
}
