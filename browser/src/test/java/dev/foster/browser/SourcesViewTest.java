package dev.foster.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What holds for the files of the page, without a browser. */
class SourcesViewTest {
    private static final Pattern REFERENCE =
            Pattern.compile("(?:href|src)=\"([\\w-]+\\.\\w+)\"|from \"\\./([\\w-]+\\.js)\"");
    private static final Pattern COLOUR =
            Pattern.compile("--([\\w-]+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);");
    private static final int LIGHT = 2;
    private static final int DARK = 3;
    private static final double ENOUGH = 4.5;

    private static String read(String name) {
        try (InputStream file =
                SourcesViewTest.class.getResourceAsStream("/dev/foster/web/" + name)) {
            assertThat(file).describedAs(name).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** All files that the page consists of, by following what names what. */
    private static Map<String, String> all() {
        var found = new LinkedHashMap<String, String>();
        collect("index.html", found);
        return found;
    }

    private static void collect(String name, Map<String, String> found) {
        if (!found.containsKey(name)) {
            String text = read(name);
            found.put(name, text);
            for (MatchResult each : REFERENCE.matcher(text).results().toList()) {
                collect(each.group(1) != null ? each.group(1) : each.group(2), found);
            }
        }
    }

    @Test
    void nothingIsFetchedFromElsewhereAndNothingIsReadAsMarkup() {
        Map<String, String> files = all();
        assertThat(files).hasSizeGreaterThan(40).containsKeys("main.js", "colours.css", "icon.svg");
        files.forEach(
                (name, text) -> {
                    String own = text.replace("http://www.w3.org/2000/svg", "");
                    assertThat(own)
                            .describedAs(name)
                            .doesNotContain("http:", "https:", "url(//", "@import url")
                            .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML")
                            .doesNotContain("eval(", "new Function", "document.write")
                            .doesNotContain("style=\"", "javascript:");
                });
    }

    @Test
    void noFileIsLong() {
        all().forEach(
                        (name, text) ->
                                assertThat(text.lines().count()).describedAs(name).isLessThan(300));
    }

    @Test
    void textHasEnoughContrastInBothThemes() {
        for (Map<String, String> theme : List.of(colours(LIGHT), colours(DARK))) {
            assertThat(theme).hasSizeGreaterThan(30);
            for (String ink :
                    List.of("ink", "soft", "accent", "good", "doubtful", "bad", "alarm")) {
                for (String ground : List.of("paper", "card", "raised", "accent-ground")) {
                    enough(theme, ink, ground);
                }
            }
            for (int i = 0; i < 16; i++) {
                enough(theme, "ansi-" + i, "card");
            }
            enough(theme, "doubtful", "doubtful-ground");
            enough(theme, "bad", "bad-ground");
            enough(theme, "alarm", "alarm-ground");
            enough(theme, "ink", "mark");
            enough(theme, "ink", "mark-here");
            enough(theme, "card", "accent");
            enough(theme, "card", "bad");
        }
    }

    /** Of the two in each line, the one at this place. */
    private static Map<String, String> colours(int place) {
        var found = new LinkedHashMap<String, String>();
        COLOUR.matcher(read("colours.css"))
                .results()
                .forEach(each -> found.put(each.group(1), each.group(place)));
        return found;
    }

    private static void enough(Map<String, String> theme, String ink, String ground) {
        double one = brightness(theme.get(ink));
        double other = brightness(theme.get(ground));
        double contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        assertThat(contrast).describedAs("%s on %s", ink, ground).isGreaterThanOrEqualTo(ENOUGH);
    }

    /** As the Web Content Accessibility Guidelines define it. */
    private static double brightness(String colour) {
        return 0.2126 * part(colour, 1) + 0.7152 * part(colour, 3) + 0.0722 * part(colour, 5);
    }

    private static double part(String colour, int at) {
        double value = Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0;
        return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
