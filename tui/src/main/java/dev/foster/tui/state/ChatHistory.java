package dev.foster.tui.state;

import java.util.ArrayList;
import java.util.List;

/**
 * What a person has said in the chat, to be said again.
 *
 * @param texts the oldest first
 * @param back how many of the newest lie behind what is being written; 0 for none
 * @param fresh what was being written before the first of them was brought back
 */
public record ChatHistory(List<String> texts, int back, TextInput fresh) {
    public static final ChatHistory NOTHING = new ChatHistory(List.of(), 0, TextInput.EMPTY);
    private static final int MOST = 200;

    public ChatHistory {
        texts = List.copyOf(texts);
    }

    /** With one more; the same again is not another. */
    public ChatHistory plus(String text) {
        var more = new ArrayList<>(texts);
        if (more.isEmpty() || !more.getLast().equals(text)) {
            more.add(text);
        }
        return new ChatHistory(
                more.subList(Math.max(0, more.size() - MOST), more.size()), 0, TextInput.EMPTY);
    }

    /**
     * Goes so many further back; beyond the ends it stays.
     *
     * @param writing what is being written now
     */
    public ChatHistory back(int by, TextInput writing) {
        int wanted = Math.clamp((long) back + by, 0, texts.size());
        return new ChatHistory(texts, wanted, back == 0 ? writing : fresh);
    }

    /** What is to be written now. */
    public TextInput draft() {
        return back == 0 ? fresh : TextInput.of(texts.get(texts.size() - back));
    }
}
