package dev.foster.json;

import java.util.Map;

/**
 * JSON, from text to a tree and back. The tree is made of {@code Map<String, Object>} in the order
 * of the text, {@code List<Object>}, {@code String}, {@code Long}, {@code Double} and {@code
 * Boolean}. There is no null in it: a member that is null in the text is absent, and an element of
 * a list that is null there is an empty {@code Optional}.
 */
public final class JsonText {
    /** How deep a text may nest: ours need five. */
    public static final int DEEPEST = 64;

    /** How long a text may be, in characters or bytes. */
    public static final int LONGEST = 16 << 20;

    private JsonText() {}

    public static Object parse(String text) {
        if (text.length() > LONGEST) {
            throw tooLong();
        }
        return JsonReader.read(text);
    }

    /** Reads UTF-8. */
    public static Object parse(byte[] text) {
        if (text.length > LONGEST) {
            throw tooLong();
        }
        return JsonReader.read(text);
    }

    /** Reads a text that must be one object. */
    public static Map<String, Object> parseObject(String text) {
        return object(parse(text));
    }

    /** Reads a text in UTF-8 that must be one object. */
    public static Map<String, Object> parseObject(byte[] text) {
        return object(parse(text));
    }

    /** Writes a tree on one line, also for readers that cut lines at exotic separators. */
    public static String write(Object tree) {
        return JsonWriter.write(tree);
    }

    @SuppressWarnings("unchecked") // the tree is ours: every Map in it has String keys
    static Map<String, Object> object(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new JsonProblem("it is not an object");
    }

    private static JsonProblem tooLong() {
        return new JsonProblem("it is longer than " + (LONGEST >> 20) + " MB");
    }
}
