package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Place;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.settings.RestartSection;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.StopOrder;
import dev.foster.supervise.spec.Strategy;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One entry below {@code groups}. */
final class GroupSection {
    /**
     * What an entry says.
     *
     * @param place where its name stands
     * @param links who its members are, and where that stands
     */
    record Found(GroupSpec spec, Place place, Map<String, Place> links) {}

    private static final String ADVICE = "name the members: [a, b]";

    static final Section<GroupSpec> GROUP =
            Section.of(
                            "group",
                            "A group",
                            "One entry below `groups`. A process or group is a member of at most"
                                    + " one.",
                            new GroupSpec("any", Strategy.ONE_FOR_ONE, Optional.empty(), List.of()))
                    .field(
                            "strategy",
                            Types.choice(Strategy.class, '_'),
                            GroupSpec::strategy,
                            GroupSpec::strategy,
                            says(
                                    "What the failure of one member means: it is restarted alone"
                                            + " (`one_for_one`), all are (`one_for_all`), or it and"
                                            + " those after it (`rest_for_one`). With the latter"
                                            + " two, each member starts when the one before it is"
                                            + " ready."))
                    .field(
                            "members",
                            Types.some(Types.TEXT, "a list of texts", "[one, two]", ADVICE)
                                    .shownAs(names -> String.join(", ", names)),
                            GroupSpec::members,
                            GroupSpec::members,
                            says("Processes or groups, in the order of their start.")
                                    .required(ADVICE)
                                    .example(List.of("database", "api")))
                    .optional(
                            "intensity",
                            RestartSection.RATE,
                            GroupSpec::intensity,
                            GroupSpec::intensity,
                            says("How many restarts the group may need in which time; one more,"
                                            + " and all of it is stopped and the failure is that of"
                                            + " the group around it.")
                                    .usually("no limit")
                                    .example("3 in 5s"))
                    .field(
                            "stop_order",
                            Types.choice(StopOrder.class, '_'),
                            GroupSpec::stopOrder,
                            GroupSpec::stopOrder,
                            says(
                                    "How the members of a `one_for_one` group stop: `reverse` of"
                                        + " their start, each when those after it are gone, or"
                                        + " `together`. Who depends on another goes before it in"
                                        + " any case. The other strategies always stop in"
                                        + " reverse."))
                    .rule(GroupSection::checkOrder);

    static final Type<Map<String, Found>> GROUPS =
            NameRules.named(
                    "group",
                    StackReader.MOST,
                    GROUP.type(),
                    GroupSection::read,
                    found -> GROUP.type().write(found.spec()));

    private GroupSection() {}

    private static void checkOrder(Mapping mapping, Where where, GroupSpec found) {
        if (found.stopOrder() == StopOrder.TOGETHER && found.strategy() != Strategy.ONE_FOR_ONE) {
            where.in("stop_order")
                    .refuse(
                            mapping.placeOf("stop_order"),
                            "members that start one after the other stop in reverse",
                            "leave it out, or use strategy: one_for_one");
        }
    }

    private static Optional<Found> read(String name, Entry entry, Where where) {
        var plain = new GroupSpec(name, Strategy.ONE_FOR_ONE, Optional.empty(), List.of());
        return GROUP.type()
                .read(entry.value(), where.in(name).under(entry.key()), Optional.of(plain))
                .map(spec -> new Found(spec, entry.key(), links(entry.value())));
    }

    private static Map<String, Place> links(Value group) {
        return group instanceof Mapping mapping
                ? mapping.get("members").map(Dependencies::places).orElse(Map.of())
                : Map.of();
    }
}
