package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RawJson;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The requests under way in a lane. A child does not say which of them its questions and
 * notifications belong to; this finds out as far as it can be found out, and never guesses between
 * two clients.
 */
final class Flights {
    private final Map<RawJson, Flight> byChildId = new ConcurrentHashMap<>();

    void add(Flight flight) {
        byChildId.put(flight.childId(), flight);
    }

    void remove(Flight flight) {
        byChildId.remove(flight.childId(), flight);
    }

    Optional<Flight> of(RawJson childId) {
        return Optional.ofNullable(byChildId.get(childId));
    }

    /** The request this progress token, as the child knows it, was sent with. */
    Optional<Flight> ofToken(RawJson token, boolean renumbered) {
        return renumbered ? of(token) : newest(flight -> flight.token().equals(Optional.of(token)));
    }

    /** The newest request of this kind, if all of this kind are one client's. */
    Optional<Flight> sole(Predicate<Flight> kind) {
        Set<Guest> guests =
                byChildId.values().stream()
                        .filter(kind)
                        .map(Flight::guest)
                        .collect(Collectors.toSet());
        return guests.size() == 1 ? newest(kind) : Optional.empty();
    }

    private Optional<Flight> newest(Predicate<Flight> kind) {
        return byChildId.values().stream()
                .filter(kind)
                .max(Comparator.comparingLong(Flight::number));
    }

    List<Flight> of(Guest guest) {
        var his = new ArrayList<Flight>();
        for (Flight flight : byChildId.values()) {
            if (flight.guest().equals(guest)) {
                his.add(flight);
            }
        }
        return his;
    }

    int size() {
        return byChildId.size();
    }
}
