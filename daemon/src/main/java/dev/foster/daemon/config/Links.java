package dev.foster.daemon.config;

import dev.foster.document.DocumentProblem;
import dev.foster.document.Faults;
import dev.foster.document.Nearest;
import dev.foster.document.Place;
import dev.foster.supervise.spec.SpecProblem;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where names are given and used, so that what is wrong between them is told at the right line. */
final class Links {
    private record Link(String from, String to) {}

    private final Map<String, Place> names = new HashMap<>();
    private final Map<Link, Place> links = new HashMap<>();
    private final Set<Place> told = new HashSet<>();

    /** Of two things with one name, the place of the later one counts. */
    void name(String name, Place place) {
        names.put(name, place);
    }

    void link(String from, String to, Place place) {
        links.put(new Link(from, to), place);
    }

    /** Notes a problem at its place; copies of one process have it only once. */
    void tell(SpecProblem problem, Collection<String> known, Faults faults) {
        Place place = place(problem);
        if (told.add(place)) {
            // To compare one name with thousands takes a while; what is not told needs no advice.
            String near =
                    told.size() <= DocumentProblem.TOLD
                                    && problem instanceof SpecProblem.UnknownName(_, String name)
                            ? Nearest.of(name, known)
                                    .map(other -> " (did you mean " + other + "?)")
                                    .orElse("")
                            : "";
            faults.add(place, problem.message() + near);
        }
    }

    private Place place(SpecProblem problem) {
        return switch (problem) {
            case SpecProblem.UnknownName(String at, String name) ->
                    linked(at, name).orElseGet(() -> named(at));
            case SpecProblem.InTwoGroups(String at, String first, String second) ->
                    linked(second, at).or(() -> linked(first, at)).orElseGet(() -> named(at));
            case SpecProblem.Cycle cycle -> around(cycle);
            case SpecProblem.NameTaken(String at) -> named(at);
        };
    }

    /** The first step of the cycle that somebody wrote down. */
    private Place around(SpecProblem.Cycle cycle) {
        for (int i = 1; i < cycle.names().size(); i++) {
            Optional<Place> step = linked(cycle.names().get(i - 1), cycle.names().get(i));
            if (step.isPresent()) {
                return step.get();
            }
        }
        return named(cycle.at());
    }

    private Optional<Place> linked(String from, String to) {
        return Optional.ofNullable(links.get(new Link(from, to)));
    }

    private Place named(String name) {
        Place place = names.get(name);
        if (place == null) {
            throw new IllegalStateException("nobody named " + name);
        }
        return place;
    }
}
