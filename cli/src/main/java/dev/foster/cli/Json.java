package dev.foster.cli;

/** Writes one flat JSON object on one line, in the order its members are put. */
public final class Json {
    private final StringBuilder text = new StringBuilder("{");

    public Json put(String name, String value) {
        return member(name, quoted(value));
    }

    public Json put(String name, long value) {
        return member(name, Long.toString(value));
    }

    public Json put(String name, boolean value) {
        return member(name, Boolean.toString(value));
    }

    private Json member(String name, String value) {
        if (text.length() > 1) {
            text.append(',');
        }
        text.append(quoted(name)).append(':').append(value);
        return this;
    }

    private static String quoted(String value) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < 0x20 || Character.isSurrogate(c) || c == 0x2028 || c == 0x2029) {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
