package dev.foster.supervise.report;

/**
 * Who asked for something.
 *
 * @param words such as {@code root (foster stop)}
 */
public record Requester(String words) {
    @Override
    public String toString() {
        return words;
    }
}
