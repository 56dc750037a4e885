package dev.foster.json;

/** A text is not the JSON that was expected. Its message says what is wrong and where. */
public final class JsonProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JsonProblem(String message) {
        super(message);
    }
}
