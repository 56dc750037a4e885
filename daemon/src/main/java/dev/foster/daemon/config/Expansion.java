package dev.foster.daemon.config;

import dev.foster.document.Expander;
import dev.foster.document.Faults;
import dev.foster.document.Place;
import dev.foster.document.Words;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts variables into the text of a document.
 *
 * <p>{@code ${NAME}}, {@code ${NAME:-default}} and {@code ${NAME:?message}} are replaced, {@code
 * $$} stands for one dollar sign. A bare {@code $NAME} is left to the shell, except in the manner
 * of process-compose, where it is replaced as well.
 */
final class Expansion implements Expander {
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?:(:[-?])(.*))?", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int DEEPEST = 10;

    private enum Manner {
        STRICT,
        LENIENT,
        SHELL
    }

    private final Map<String, String> variables;
    private final Manner manner;
    private final boolean lenient;
    private final Faults faults;

    private Expansion(Map<String, String> variables, Manner manner, Faults faults) {
        this.variables = variables;
        this.manner = manner;
        this.lenient = manner == Manner.LENIENT || manner == Manner.SHELL;
        this.faults = faults;
    }

    /** Our own manner: what is not set and has no default is a fault. */
    static Expansion strict(Map<String, String> variables, Faults faults) {
        return new Expansion(variables, Manner.STRICT, faults);
    }

    /** The manner of process-compose: what is not set is empty. */
    static Expansion lenient(Map<String, String> variables, Faults faults) {
        return new Expansion(variables, Manner.LENIENT, faults);
    }

    /** The same for a command: what is not set may be the shell's own, and is left to it. */
    static Expansion shell(Map<String, String> variables, Faults faults) {
        return new Expansion(variables, Manner.SHELL, faults);
    }

    @Override
    public boolean concerns(String text) {
        return text.contains("${") || text.contains("$$") || (lenient && text.indexOf('$') >= 0);
    }

    @Override
    public boolean hasVariable(String text) {
        return text.replace("$$", "").contains(lenient ? "$" : "${");
    }

    @Override
    public String expand(String text, Place place) {
        return expand(text, place, 0);
    }

    private String expand(String text, Place place, int depth) {
        var out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
            if (c == '$' && next == '$') {
                out.append('$');
                at += 2;
            } else if (c == '$' && next == '{') {
                int end = closing(text, at + 2);
                if (end < 0) {
                    refuse(place, text.substring(at), "its brace is not closed; add }");
                    return out.toString();
                }
                out.append(variable(text.substring(at + 2, end), place, depth));
                at = end + 1;
            } else if (lenient && c == '$' && bareName(text, at + 1).isPresent()) {
                String name = bareName(text, at + 1).get();
                out.append(variables.getOrDefault(name, unset("$" + name)));
                at += 1 + name.length();
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    private static Optional<String> bareName(String text, int from) {
        Matcher matcher = NAME.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? Optional.of(matcher.group()) : Optional.empty();
    }

    /**
     * The brace that closes the one before {@code from}; defaults may hold variables themselves.
     */
    private static int closing(String text, int from) {
        int open = 1;
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == '}') {
                open--;
                if (open == 0) {
                    return i;
                }
            } else if (text.startsWith("${", i)) {
                open++;
            }
        }
        return -1;
    }

    private String variable(String inside, Place place, int depth) {
        Matcher form = FORM.matcher(inside);
        String whole = "${" + inside + "}";
        if (!form.matches() || depth > DEEPEST) {
            if (lenient) {
                return unset(whole);
            }
            refuse(
                    place,
                    whole,
                    "only ${NAME}, ${NAME:-default} and ${NAME:?message} are known here; write $"
                            + whole
                            + " to leave it to the shell");
            return "";
        }
        String name = form.group(1);
        String value = variables.get(name);
        String operator = form.group(2);
        if (value != null && (operator == null || !value.isEmpty())) {
            return value;
        }
        String rest = form.group(3) == null ? "" : form.group(3);
        if (":-".equals(operator)) {
            return expand(rest, place, depth + 1);
        }
        if (":?".equals(operator)) {
            String why = rest.isBlank() ? name + " is not set" : Words.clip(rest.strip());
            refuse(place, whole, why + "; set " + name + " in the environment or in .env");
        } else if (lenient) {
            return unset(whole);
        } else {
            refuse(
                    place,
                    whole,
                    name
                            + " is not set; set it in the environment or in .env, write ${"
                            + name
                            + ":-default} for a default, or $"
                            + whole
                            + " to leave it to the shell");
        }
        return "";
    }

    private String unset(String written) {
        return manner == Manner.SHELL ? written : "";
    }

    private void refuse(Place place, String what, String why) {
        faults.add(place, "cannot expand " + Words.clip(what) + ": " + why);
    }
}
