package dev.foster.stdio.access;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What a token says, each piece only if it has the form it should have. */
record Claims(Map<String, Object> members) {
    private static final int LONGEST_SUBJECT = 255;

    String issuer() {
        return text("iss").orElse("");
    }

    /** Who it is for: a person, or a program that acts for itself. */
    Optional<String> subject() {
        return text("sub")
                .or(() -> text("client_id"))
                .filter(name -> !name.isEmpty() && name.length() <= LONGEST_SUBJECT)
                .filter(name -> name.chars().noneMatch(Character::isISOControl));
    }

    Set<String> audiences() {
        return texts("aud");
    }

    OptionalDouble seconds(String name) {
        return members.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    /** In both of the spellings that are in use. */
    Set<String> scopes() {
        var all = new HashSet<String>();
        for (String name : List.of("scope", "scp")) {
            for (String text : texts(name)) {
                all.addAll(Arrays.asList(text.split(" ", -1)));
            }
        }
        all.remove("");
        return all;
    }

    private Optional<String> text(String name) {
        return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private Set<String> texts(String member) {
        var all = new HashSet<String>();
        Object value = members.getOrDefault(member, "");
        if (value instanceof String one) {
            all.add(one);
        } else if (value instanceof List<?> many) {
            for (Object each : many) {
                if (each instanceof String text) {
                    all.add(text);
                }
            }
        }
        return all;
    }
}
