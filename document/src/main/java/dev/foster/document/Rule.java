package dev.foster.document;

import dev.foster.document.Value.Mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What must hold between the keys of one section. */
public interface Rule<S> {
    /** Notes what is wrong. */
    void check(Mapping mapping, Where where, S found);

    /** What JSON Schema can say of it: keywords and their values. */
    default Map<String, Object> schema() {
        return Map.of();
    }

    /** The keys of a layer below that have no meaning beside these. */
    default List<String> replacedBy(Mapping above) {
        return List.of();
    }

    /** This rule, of which JSON Schema can say so much: keywords and their values by turns. */
    static <S> Rule<S> of(Rule<S> rule, Object... words) {
        return new Rule<>() {
            @Override
            public void check(Mapping mapping, Where where, S found) {
                rule.check(mapping, where, found);
            }

            @Override
            public List<String> replacedBy(Mapping above) {
                return rule.replacedBy(above);
            }

            @Override
            public Map<String, Object> schema() {
                return Definitions.shape(words);
            }
        };
    }

    /**
     * One of two keys, and not both; else this is advised.
     *
     * @param first what the value of the one is called
     * @param second what that of the other is called
     */
    static <S> Rule<S> either(
            String one, String first, String other, String second, String advice) {
        return new Rule<>() {
            @Override
            public void check(Mapping mapping, Where where, S found) {
                if (mapping.has(one) && mapping.has(other)) {
                    where.refuse(
                            mapping.placeOf(other), "it has " + first + " and " + second, advice);
                } else if (!mapping.has(one) && !mapping.has(other)) {
                    where.refuse(
                            where.key().orElse(mapping.place()),
                            "it has neither " + first + " nor " + second,
                            advice);
                }
            }

            @Override
            public Map<String, Object> schema() {
                return Map.of(
                        "oneOf",
                        List.of(
                                Map.of("required", List.of(one)),
                                Map.of("required", List.of(other))));
            }
        };
    }

    /**
     * At least and at most one of these; in a layer, none will do.
     *
     * @param others keys of such a kind that cannot stand here, which is told already
     */
    static <S> Rule<S> oneOf(String what, List<String> keys, List<String> others) {
        return new Rule<>() {
            @Override
            public void check(Mapping mapping, Where where, S found) {
                List<String> named = keys.stream().filter(mapping::has).toList();
                if (named.size() > 1) {
                    where.refuse(
                            mapping.placeOf(named.get(1)),
                            "it names more than one " + what + ": " + String.join(", ", named),
                            "keep one of them");
                } else if (named.isEmpty()
                        && !where.layer()
                        && others.stream().noneMatch(mapping::has)) {
                    where.refuse(
                            mapping,
                            "it names no " + what,
                            "add one of " + String.join(", ", keys));
                }
            }

            @Override
            public List<String> replacedBy(Mapping above) {
                List<String> all = Stream.concat(keys.stream(), others.stream()).toList();
                return all.stream().anyMatch(above::has) ? all : List.of();
            }

            @Override
            public Map<String, Object> schema() {
                var ways = new ArrayList<Map<String, Object>>();
                keys.forEach(key -> ways.add(Map.of("required", List.of(key))));
                Object none = Map.of("anyOf", List.copyOf(ways));
                ways.add(Map.of("not", none));
                return Map.of("oneOf", ways);
            }
        };
    }
}
