package dev.foster.stdio.rpc;

import dev.foster.json.JsonProblem;

import java.text.Normalizer;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Names of members that somebody decides by. Readers do not agree on them: of a name that stands
 * twice some take the first and others the last, and many do not mind in which case it is written.
 * Go's encoding/json folds as Unicode does, and takes {@code paramſ} for params. Whoever lets a
 * message pass for what it says must be sure that its receiver reads the same, so an object that
 * can be read in two ways is refused.
 */
public final class MemberNames {
    /** From each as any reader takes it to how it is written. */
    private final Map<String, String> spelling = new HashMap<>();

    private MemberNames(String... names) {
        for (String name : names) {
            spelling.put(folded(name), name);
        }
    }

    public static MemberNames of(String... names) {
        return new MemberNames(names);
    }

    /**
     * The members of an object in which no two names are one to anybody, and none of these names is
     * spelled otherwise.
     *
     * @throws JsonProblem when it can be read in two ways
     */
    public Map<String, RawJson> membersOf(RawJson object) {
        return members(object, true);
    }

    /**
     * The members of an object in which only these names must be clear: the others are somebody's
     * own, who may tell {@code x} from {@code X}.
     *
     * @throws JsonProblem when one of these names can be read in two ways
     */
    public Map<String, RawJson> clearIn(RawJson object) {
        return members(object, false);
    }

    private Map<String, RawJson> members(RawJson object, boolean all) {
        var members = new LinkedHashMap<String, RawJson>();
        var seen = new HashSet<String>();
        object.eachMember(
                (name, value) -> {
                    String folded = folded(name);
                    String wanted = spelling.get(folded);
                    boolean mistakable = wanted != null && !wanted.equals(name);
                    boolean again = (all || wanted != null) && !seen.add(folded);
                    if (mistakable || again) {
                        throw new JsonProblem(why(wanted == null ? "" : wanted));
                    }
                    members.put(name, value);
                });
        return Collections.unmodifiableMap(members);
    }

    /** What a client made up is not repeated to it. */
    private static String why(String wanted) {
        return (wanted.isEmpty() ? "a name" : "\"" + wanted + "\"")
                + " stands in it twice, or in another spelling, which some readers take for the"
                + " same; write it once, as it is defined";
    }

    /** The same for all names that any reader takes for one. */
    static String folded(String name) {
        String plain = isAscii(name) ? name : Normalizer.normalize(name, Normalizer.Form.NFKC);
        // Up and down: ſ and s differ in lower case only, and the Kelvin sign in upper case.
        String folded = plain.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return isAscii(folded) ? folded : Normalizer.normalize(folded, Normalizer.Form.NFKC);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }
}
