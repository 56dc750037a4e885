package dev.foster.plugin.manifest;

import java.util.regex.Pattern;

/** Versions as Semantic Versioning 2.0 writes them. */
final class SemanticVersion {
    private static final String NUMBER = "(?:0|[1-9][0-9]{0,8})";
    private static final String WORD =
            "(?:0|[1-9][0-9]{0,17}|[0-9]{0,18}[A-Za-z-][0-9A-Za-z-]{0,63})";
    private static final Pattern SHAPE =
            Pattern.compile(
                    NUMBER
                            + "(?:\\."
                            + NUMBER
                            + "){2}(?:-"
                            + WORD
                            + "(?:\\."
                            + WORD
                            + "){0,20})?(?:\\+[0-9A-Za-z.-]{1,100})?");

    private SemanticVersion() {}

    static boolean valid(String text) {
        return text.length() <= 256 && SHAPE.matcher(text).matches();
    }
}
