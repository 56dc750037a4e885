package dev.foster.plugin.manifest;

import dev.foster.document.Type;

/** Versions as Semantic Versioning 2.0 writes them. */
final class SemanticVersion {
    private static final String NUMBER = "(?:0|[1-9][0-9]{0,8})";
    private static final String WORD =
            "(?:0|[1-9][0-9]{0,17}|[0-9]{0,18}[A-Za-z-][0-9A-Za-z-]{0,63})";
    private static final String SHAPE =
            "(?=.{1,256}$)"
                    + NUMBER
                    + "(?:\\."
                    + NUMBER
                    + "){2}(?:-"
                    + WORD
                    + "(?:\\."
                    + WORD
                    + "){0,20})?(?:\\+[0-9A-Za-z.-]{1,100})?";

    static final Type<String> TYPE =
            ManifestTypes.shaped(
                    SHAPE,
                    " is not three numbers with dots between them",
                    _ -> "write it like 1.0.0");

    private SemanticVersion() {}
}
