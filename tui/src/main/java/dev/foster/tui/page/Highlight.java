package dev.foster.tui.page;

import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Shows where a text was found, in any case of letters. */
final class Highlight {
    static final Style FOUND = Style.of(Colour.YELLOW).reverse();

    /** The place among them where the person is. */
    static final Style CURRENT = Style.of(Colour.BRIGHT_MAGENTA).reverse().bold();

    private Highlight() {}

    /** The text with every place where the wanted one stands in a style. */
    static Text of(Text text, String wanted, Style style) {
        if (wanted.isEmpty()) {
            return text;
        }
        String plain = text.plain();
        int found = find(plain, wanted, 0);
        if (found < 0) {
            return text;
        }
        var marks = new boolean[plain.length()];
        while (found >= 0) {
            Arrays.fill(marks, found, found + wanted.length(), true);
            found = find(plain, wanted, found + wanted.length());
        }
        return styled(text, marks, style);
    }

    private static Text styled(Text text, boolean[] marks, Style style) {
        List<Text.Span> spans = new ArrayList<>();
        int offset = 0;
        for (Text.Span span : text.spans()) {
            String part = span.text();
            int begin = 0;
            for (int end = 1; end <= part.length(); end++) {
                boolean mark = marks[offset + begin];
                if (end == part.length() || marks[offset + end] != mark) {
                    Style wanted = mark ? style : span.style();
                    spans.add(new Text.Span(part.substring(begin, end), wanted));
                    begin = end;
                }
            }
            offset += part.length();
        }
        return new Text(spans);
    }

    private static int find(String text, String wanted, int from) {
        int last = text.length() - wanted.length();
        for (int at = from; at <= last; at++) {
            if (text.regionMatches(true, at, wanted, 0, wanted.length())) {
                return at;
            }
        }
        return -1;
    }
}
