package dev.foster.plugin.protocol;

/** Text from a plugin as an error can show it: in quotes, on one line, not too long. */
public final class Quoted {
    private static final int SHOWN = 200;

    private Quoted() {}

    public static String text(String text) {
        var quoted = new StringBuilder("\"");
        text.chars()
                .limit(SHOWN)
                .forEach(
                        c -> {
                            if (c == '"' || c == '\\') {
                                quoted.append('\\').append((char) c);
                            } else if (Character.isISOControl(c)) {
                                quoted.append(String.format("\\u%04x", c));
                            } else {
                                quoted.append((char) c);
                            }
                        });
        return quoted.append(text.length() > SHOWN ? "…\"" : "\"").toString();
    }
}
