package dev.foster.plugin.protocol;

/** Text from a plugin as a message for people can show it: no byte of it acts on a terminal. */
public final class Quoted {
    private static final int SHOWN = 200;

    private Quoted() {}

    /** In quotes, on one line, not too long. */
    public static String text(String text) {
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) : text;
        return "\""
                + plain(shown.replace("\\", "\\\\").replace("\"", "\\\"")).replace("\t", "\\u0009")
                + (text.length() > SHOWN ? "…\"" : "\"");
    }

    /** On one line, as it is but for what controls a terminal or turns the direction of writing. */
    public static String plain(String text) {
        if (text.chars().noneMatch(Quoted::acts)) {
            return text;
        }
        var plain = new StringBuilder(text.length() + 16);
        text.chars()
                .forEach(
                        c -> {
                            if (acts(c)) {
                                plain.append(String.format("\\u%04x", c));
                            } else {
                                plain.append((char) c);
                            }
                        });
        return plain.toString();
    }

    private static boolean acts(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    c != '\t';
            default -> false;
        };
    }
}
