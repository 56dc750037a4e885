package dev.foster.plugin.manifest;

import dev.foster.document.Words;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which versions of Python will do: conditions of PEP 440 with commas between them, such as {@code
 * >=3.10, <3.14, !=3.11.*}. All of them must hold.
 *
 * <p>A bare version is none by that document, yet common in manifests: {@code 3.11} is read as that
 * version or a later one with the same first number.
 *
 * @param written as it was written
 * @param conditions all must hold; none means any version
 */
public record VersionRange(String written, List<Condition> conditions) {

    /** How a version is compared. */
    public enum Comparison {
        AT_LEAST(">="),
        AT_MOST("<="),
        COMPATIBLE("~="),
        SAME_TEXT("==="),
        EQUAL("=="),
        DIFFERENT("!="),
        ABOVE(">"),
        BELOW("<");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        private static Optional<Comparison> of(String sign) {
            for (Comparison comparison : values()) {
                if (comparison.sign.equals(sign)) {
                    return Optional.of(comparison);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * One comparison.
     *
     * @param text what stands after the sign
     * @param version the same as a version, without the wildcard
     * @param wildcard whether it ended in {@code .*}
     */
    public record Condition(
            Comparison comparison, String text, PythonVersion version, boolean wildcard) {

        boolean holds(PythonVersion candidate) {
            return switch (comparison) {
                case AT_LEAST -> candidate.withoutLocal().compareTo(version) >= 0;
                case AT_MOST -> candidate.withoutLocal().compareTo(version) <= 0;
                case EQUAL -> equal(candidate);
                case DIFFERENT -> !equal(candidate);
                case SAME_TEXT -> candidate.toString().equalsIgnoreCase(text);
                case COMPATIBLE -> compatible(candidate);
                case ABOVE -> above(candidate);
                case BELOW -> below(candidate);
            };
        }

        private boolean equal(PythonVersion candidate) {
            if (wildcard) {
                return candidate.startsWith(version);
            }
            PythonVersion compared =
                    version.local().isEmpty() ? candidate.withoutLocal() : candidate;
            return compared.compareTo(version) == 0;
        }

        private boolean compatible(PythonVersion candidate) {
            List<Integer> release = version.release();
            var prefix =
                    new PythonVersion(
                            version.epoch(),
                            release.subList(0, release.size() - 1),
                            PythonVersion.Pre.NONE,
                            -1,
                            PythonVersion.NO_DEV,
                            "");
            return candidate.withoutLocal().compareTo(version) >= 0 && candidate.startsWith(prefix);
        }

        /** More than 3.12 is not a post-release or a local build of 3.12. */
        private boolean above(PythonVersion candidate) {
            boolean laterBuild =
                    candidate.sameRelease(version)
                            && ((candidate.post() >= 0 && version.post() < 0)
                                    || !candidate.local().isEmpty());
            return candidate.compareTo(version) > 0 && !laterBuild;
        }

        /** Less than 3.13 is not a pre-release of 3.13. */
        private boolean below(PythonVersion candidate) {
            boolean earlyBuild =
                    candidate.sameRelease(version) && candidate.early() && !version.early();
            return candidate.withoutLocal().compareTo(version) < 0 && !earlyBuild;
        }
    }

    /** Any version at all. */
    public static final VersionRange ANY = new VersionRange("", List.of());

    private static final Pattern CONDITION =
            Pattern.compile("\\s*(===|~=|==|!=|<=|>=|<|>)?\\s*([^\\s,<>=!~]+?)(\\.\\*)?\\s*");
    private static final int LONGEST = 500;

    public VersionRange {
        conditions = List.copyOf(conditions);
    }

    /** Not a range; the message says why, in words that continue a sentence. */
    public static final class NotARange extends Exception {
        private static final long serialVersionUID = 1;

        NotARange(String why) {
            super(why);
        }

        public String why() {
            return String.valueOf(getMessage());
        }
    }

    /** The range this text stands for. */
    public static VersionRange parse(String text) throws NotARange {
        if (text.length() > LONGEST) {
            throw new NotARange("it is longer than " + LONGEST + " characters");
        }
        if (text.isBlank()) {
            return ANY;
        }
        var conditions = new ArrayList<Condition>();
        for (String part : text.split(",", -1)) {
            // PEP 440 allows a comma at the end, and people leave one there.
            if (!part.isBlank()) {
                conditions.addAll(conditions(part));
            }
        }
        return new VersionRange(text.strip(), conditions);
    }

    private static List<Condition> conditions(String part) throws NotARange {
        Matcher matcher = CONDITION.matcher(part);
        String told = Words.quote(part.strip());
        if (!matcher.matches()) {
            throw new NotARange(told + " is no condition");
        }
        String sign = matcher.group(1);
        String text = matcher.group(2);
        boolean wildcard = matcher.group(3) != null;
        PythonVersion version =
                PythonVersion.parse(text)
                        .orElseThrow(() -> new NotARange(Words.quote(text) + " is no version"));
        if (sign == null && !wildcard) {
            return bare(text, version);
        }
        Comparison comparison = Comparison.of(sign == null ? "==" : sign).orElseThrow();
        check(told, comparison, version, wildcard);
        return List.of(new Condition(comparison, text, version, wildcard));
    }

    private static void check(
            String told, Comparison comparison, PythonVersion version, boolean wildcard)
            throws NotARange {
        if (wildcard && comparison != Comparison.EQUAL && comparison != Comparison.DIFFERENT) {
            throw new NotARange(told + " has a wildcard, which only == and != can have");
        }
        boolean plain = !version.early() && version.post() < 0 && version.local().isEmpty();
        if (wildcard && !plain) {
            throw new NotARange(told + " has a wildcard after something other than numbers");
        }
        if (comparison == Comparison.COMPATIBLE && version.release().size() < 2) {
            throw new NotARange(told + " needs two numbers at least, such as ~=3.11");
        }
    }

    private static List<Condition> bare(String text, PythonVersion version) {
        var next =
                new PythonVersion(
                        version.epoch(),
                        List.of(version.part(0) + 1),
                        PythonVersion.Pre.NONE,
                        -1,
                        PythonVersion.NO_DEV,
                        "");
        return List.of(
                new Condition(Comparison.AT_LEAST, text, version, false),
                new Condition(Comparison.BELOW, next.toString(), next, false));
    }

    public boolean contains(PythonVersion version) {
        return conditions.stream().allMatch(condition -> condition.holds(version));
    }

    /** The versions that are in both. */
    public VersionRange and(VersionRange other) {
        if (conditions.isEmpty() || other.conditions.isEmpty()) {
            return conditions.isEmpty() ? other : this;
        }
        var both = new ArrayList<>(conditions);
        both.addAll(other.conditions);
        return new VersionRange(written + ", " + other.written, both);
    }

    @Override
    public String toString() {
        return conditions.isEmpty() ? "any version" : written;
    }
}
