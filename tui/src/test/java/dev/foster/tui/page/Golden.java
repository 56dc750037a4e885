package dev.foster.tui.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Style;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Frames as they should look: the text, then a letter for the style of each cell, then what the
 * letters mean. With {@code -Dfoster.write=true} they are written anew; look at them then.
 */
final class Golden {
    private static final Path FOLDER =
            Path.of("src", "test", "resources", "dev", "foster", "tui", "page");
    private static final String LETTERS =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final String[] COLOURS = {
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"
    };
    private static final String[] ATTRIBUTES = {
        "bold", "faint", "italic", "underline", "reverse", "struck"
    };

    private Golden() {}

    static void compare(String name, Frame frame) {
        Path file = FOLDER.resolve(name + ".txt");
        String found = text(frame);
        try {
            if (Boolean.getBoolean("foster.write")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, found);
            } else {
                assertThat(found)
                        .as("-Dfoster.write=true writes %s anew", file)
                        .isEqualTo(Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Frame frame) {
        Map<Style, String> letters = new LinkedHashMap<>();
        letters.put(Style.PLAIN, " ");
        var text = new StringBuilder(frame.plain()).append("---\n");
        for (int y = 0; y < frame.size().height(); y++) {
            var row = new StringBuilder();
            for (int x = 0; x < frame.size().width(); x++) {
                row.append(letter(letters, shown(frame, x, y)));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        text.append("---\n");
        letters.remove(Style.PLAIN);
        letters.forEach((style, letter) -> text.append(letter + " " + words(style) + "\n"));
        frame.cursor().ifPresent(at -> text.append("cursor " + at.x() + "," + at.y() + "\n"));
        return text.toString();
    }

    /** The colour of the letters of a blank is nobody's business. */
    private static Style shown(Frame frame, int x, int y) {
        Style style = frame.style(x, y);
        boolean seen =
                !frame.text(x, y).isBlank()
                        || style.background() != Colour.DEFAULT
                        || style.has(Style.REVERSE | Style.UNDERLINE);
        return seen ? style : Style.PLAIN;
    }

    private static String letter(Map<Style, String> letters, Style style) {
        return letters.computeIfAbsent(
                style, _ -> String.valueOf(LETTERS.charAt(letters.size() - 1)));
    }

    private static String words(Style style) {
        var words = new StringBuilder(colour(style.foreground()));
        if (style.background() != Colour.DEFAULT) {
            words.append(" on ").append(colour(style.background()));
        }
        for (int i = 0; i < ATTRIBUTES.length; i++) {
            if (style.has(1 << i)) {
                words.append(' ').append(ATTRIBUTES[i]);
            }
        }
        return words.toString();
    }

    private static String colour(int colour) {
        if (colour == Colour.DEFAULT) {
            return "default";
        }
        if (colour < COLOURS.length) {
            return COLOURS[colour];
        }
        return colour < 16 ? "bright " + COLOURS[colour - 8] : "colour " + colour;
    }
}
