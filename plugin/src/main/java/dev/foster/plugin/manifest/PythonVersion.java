package dev.foster.plugin.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version by the rules of PEP 440, such as {@code 3.12.1} or {@code 3.14.0rc2}, in their order:
 * development releases, then pre-releases, then the release, then post-releases.
 *
 * @param epoch almost always 0
 * @param release the numbers between the dots, as many as were written
 * @param pre where it stands before the release
 * @param post the number of the post-release; −1 for none
 * @param dev the number of the development release; {@link Integer#MAX_VALUE} for none
 * @param local what follows the plus sign; empty for nothing
 */
public record PythonVersion(
        int epoch, List<Integer> release, Pre pre, int post, int dev, String local)
        implements Comparable<PythonVersion> {

    /** A stage before the release, and its number. */
    public record Pre(Stage stage, int number) implements Comparable<Pre> {
        static final Pre NONE = new Pre(Stage.FINAL, 0);

        @Override
        public int compareTo(Pre other) {
            int stages = stage.compareTo(other.stage);
            return stages != 0 ? stages : Integer.compare(number, other.number);
        }
    }

    /** In the order of their coming. */
    public enum Stage {
        /** A development release of a version that has no pre-release of its own. */
        DEVELOPMENT,
        ALPHA,
        BETA,
        CANDIDATE,
        FINAL
    }

    static final int NO_DEV = Integer.MAX_VALUE;

    private static final Pattern SHAPE =
            Pattern.compile(
                    "v?(?:(\\d{1,8})!)?(\\d{1,8}(?:\\.\\d{1,8}){0,20})"
                            + "(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?(\\d{0,8}))?"
                            + "(?:-(\\d{1,8})|[-_.]?(post|rev|r)[-_.]?(\\d{0,8}))?"
                            + "(?:[-_.]?(dev)[-_.]?(\\d{0,8}))?"
                            + "(?:\\+([a-z0-9]{1,50}(?:[-_.][a-z0-9]{1,50}){0,10}))?");

    public PythonVersion {
        release = List.copyOf(release);
    }

    /** The version this text stands for; empty if it is none. */
    public static Optional<PythonVersion> parse(String text) {
        if (text.length() > 200) {
            return Optional.empty();
        }
        Matcher matcher = SHAPE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var release = new ArrayList<Integer>();
        for (String number : matcher.group(2).split("\\.", -1)) {
            release.add(Integer.parseInt(number));
        }
        String post = matcher.group(5);
        int postNumber =
                post != null
                        ? Integer.parseInt(post)
                        : matcher.group(6) == null ? -1 : number(matcher.group(7));
        int dev = matcher.group(8) == null ? NO_DEV : number(matcher.group(9));
        String local = matcher.group(10);
        return Optional.of(
                new PythonVersion(
                        number(matcher.group(1)),
                        release,
                        pre(matcher, postNumber, dev),
                        postNumber,
                        dev,
                        local == null ? "" : local.replace('-', '.').replace('_', '.')));
    }

    private static Pre pre(Matcher matcher, int post, int dev) {
        String stage = matcher.group(3);
        if (stage == null) {
            // 1.0.dev1 comes before 1.0a1, but 1.0.post1.dev1 after 1.0.
            return post < 0 && dev != NO_DEV ? new Pre(Stage.DEVELOPMENT, 0) : Pre.NONE;
        }
        int number = number(matcher.group(4));
        return switch (stage) {
            case "a", "alpha" -> new Pre(Stage.ALPHA, number);
            case "b", "beta" -> new Pre(Stage.BETA, number);
            default -> new Pre(Stage.CANDIDATE, number);
        };
    }

    private static int number(@org.jspecify.annotations.Nullable String digits) {
        return digits == null || digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** One of the numbers of the release; those that were not written are 0. */
    int part(int index) {
        return index < release.size() ? release.get(index) : 0;
    }

    /** True when this comes before its own release. */
    boolean early() {
        return pre.stage() != Stage.FINAL || dev != NO_DEV;
    }

    /** The same without what follows the plus sign. */
    PythonVersion withoutLocal() {
        return new PythonVersion(epoch, release, pre, post, dev, "");
    }

    /** True when the numbers of the release begin with those of the other. */
    boolean startsWith(PythonVersion prefix) {
        if (epoch != prefix.epoch) {
            return false;
        }
        for (int i = 0; i < prefix.release.size(); i++) {
            if (part(i) != prefix.part(i)) {
                return false;
            }
        }
        return true;
    }

    boolean sameRelease(PythonVersion other) {
        return compareRelease(other) == 0;
    }

    private int compareRelease(PythonVersion other) {
        int order = Integer.compare(epoch, other.epoch);
        int longest = Math.max(release.size(), other.release.size());
        for (int i = 0; order == 0 && i < longest; i++) {
            order = Integer.compare(part(i), other.part(i));
        }
        return order;
    }

    /** By precedence: 3.12 and 3.12.0 stand at the same place. */
    @Override
    public int compareTo(PythonVersion other) {
        int order = compareRelease(other);
        if (order == 0) {
            order = pre.compareTo(other.pre);
        }
        if (order == 0) {
            order = Integer.compare(post, other.post);
        }
        if (order == 0) {
            order = Integer.compare(dev, other.dev);
        }
        return order == 0 ? compareLocal(local, other.local) : order;
    }

    /** Part by part; numbers come after words, and more parts after fewer. */
    private static int compareLocal(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return Boolean.compare(other.isEmpty(), one.isEmpty());
        }
        String[] ours = one.split("\\.", -1);
        String[] theirs = other.split("\\.", -1);
        for (int i = 0; i < Math.min(ours.length, theirs.length); i++) {
            boolean number = Character.isDigit(ours[i].charAt(0)) && allDigits(ours[i]);
            boolean otherNumber = allDigits(theirs[i]);
            int order =
                    number && otherNumber
                            ? new java.math.BigInteger(ours[i])
                                    .compareTo(new java.math.BigInteger(theirs[i]))
                            : number != otherNumber
                                    ? Boolean.compare(number, otherNumber)
                                    : ours[i].compareTo(theirs[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(ours.length, theirs.length);
    }

    private static boolean allDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        if (epoch != 0) {
            text.append(epoch).append('!');
        }
        text.append(String.join(".", release.stream().map(String::valueOf).toList()));
        switch (pre.stage()) {
            case ALPHA -> text.append('a').append(pre.number());
            case BETA -> text.append('b').append(pre.number());
            case CANDIDATE -> text.append("rc").append(pre.number());
            case DEVELOPMENT, FINAL -> {}
        }
        if (post >= 0) {
            text.append(".post").append(post);
        }
        if (dev != NO_DEV) {
            text.append(".dev").append(dev);
        }
        return local.isEmpty() ? text.toString() : text.append('+').append(local).toString();
    }
}
