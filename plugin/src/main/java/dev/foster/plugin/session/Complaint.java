package dev.foster.plugin.session;

import dev.foster.plugin.protocol.Quoted;
import dev.foster.plugin.protocol.handshake.HandshakeProblem;
import dev.foster.process.Child;
import dev.foster.process.Exit;
import dev.foster.process.Line;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Why a plugin cannot be used, for people: what was wrong, what the program is, how it ended and
 * what it said last.
 */
record Complaint(String id, Child child) {
    private static final int LAST_LINES = 10;
    private static final int LONGEST = 500;

    /** Of what it introduced itself with. */
    String of(HandshakeProblem problem) {
        boolean nothingLikeIt =
                problem instanceof HandshakeProblem.Unrecognized
                        || problem instanceof HandshakeProblem.TooLong
                        || problem instanceof HandshakeProblem.NoLine
                        || problem instanceof HandshakeProblem.Exited;
        String program = nothingLikeIt ? "; it is " + HandshakeDiagnosis.of(child.spec()) : "";
        Exit exit = child.exit().copy().getNow(null);
        String end = exit == null ? "" : "; it ended: " + exit.describe();
        return "cannot start plugin " + id + ": " + problem.reason() + program + end + lastLines();
    }

    /** Of what came after. */
    String of(String why) {
        return "cannot use plugin " + id + ": " + why + lastLines();
    }

    private String lastLines() {
        List<Line> lines = child.output().tail(LAST_LINES);
        return lines.isEmpty()
                ? ""
                : lines.stream()
                        .map(Line::text)
                        .map(Complaint::shortened)
                        .map(Quoted::plain)
                        .collect(Collectors.joining("\n  ", "\n  ", ""));
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
