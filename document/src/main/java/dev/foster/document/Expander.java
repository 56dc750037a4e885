package dev.foster.document;

/** Puts something else into the texts of a document while it is read, such as variables. */
public interface Expander {
    /** Everything stays as it stands. */
    Expander NONE =
            new Expander() {
                @Override
                public boolean concerns(String text) {
                    return false;
                }

                @Override
                public boolean hasVariable(String text) {
                    return false;
                }

                @Override
                public String expand(String text, Place place) {
                    return text;
                }
            };

    /** Whether there is anything to replace. */
    boolean concerns(String text);

    /** Whether what comes out may be a number as well as a text. */
    boolean hasVariable(String text);

    String expand(String text, Place place);
}
