package dev.foster.bench.workshop;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who takes part, and who cannot.
 *
 * @param present those who can be had
 * @param absent of each other a line that says why
 */
public record Attendance<C extends Contender>(List<C> present, List<String> absent) {

    public static <C extends Contender> Attendance<C> of(Stream<C> wanted) {
        List<C> present = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        wanted.forEach(
                contender ->
                        contender
                                .missing()
                                .ifPresentOrElse(
                                        why ->
                                                absent.add(
                                                        contender.name()
                                                                + " cannot be had: "
                                                                + why),
                                        () -> present.add(contender)));
        return new Attendance<>(present, absent);
    }

    /** For the head of the results: the versions of those present, and what keeps the others. */
    public String text() {
        var text =
                new StringBuilder(
                        present.stream()
                                .map(contender -> contender.name() + " " + contender.version())
                                .collect(Collectors.joining(", ", "Versions: ", ".\n\n")));
        absent.forEach(line -> text.append("Left out: ").append(line).append("\n\n"));
        return text.toString();
    }
}
