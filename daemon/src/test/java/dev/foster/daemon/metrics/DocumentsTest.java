package dev.foster.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.json.JsonText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The dashboard and the how-to speak of figures that exist, in queries that can be asked. */
class DocumentsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern NAME =
            Pattern.compile("\\b(?:foster|jvm|process)_[a-z_]+\\b(?!\")");
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    /** Every name that a query can have. */
    private static Set<String> names() {
        var names = new TreeSet<String>();
        for (Metric metric : Metric.values()) {
            List<String> parts =
                    switch (metric.type()) {
                        case COUNTER, GAUGE, INFO -> List.of("");
                        case SUMMARY -> List.of("_sum", "_count");
                        case HISTOGRAM -> List.of("_sum", "_count", "_bucket");
                    };
            parts.forEach(part -> names.add(metric.title() + part));
        }
        return names;
    }

    private static Set<String> named(String query) {
        return NAME.matcher(query)
                .results()
                .map(result -> result.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All texts below a key, wherever it stands. */
    private static void texts(Object tree, Set<String> keys, List<String> found) {
        switch (tree) {
            case Map<?, ?> map ->
                    map.forEach(
                            (key, value) -> {
                                if (keys.contains(String.valueOf(key))
                                        && value instanceof String text) {
                                    found.add(text);
                                }
                                texts(value, keys, found);
                            });
            case List<?> list -> list.forEach(item -> texts(item, keys, found));
            default -> {}
        }
    }

    private static List<String> dashboard(String... keys) throws IOException {
        var found = new ArrayList<String>();
        texts(
                JsonText.parse(Files.readString(DOCS.resolve("grafana/foster.json"))),
                Set.of(keys),
                found);
        return found;
    }

    @Test
    void theDashboardNamesOnlyFiguresThatExist() throws IOException {
        List<String> queries = dashboard("expr", "definition");
        Set<String> used = new TreeSet<>();
        queries.forEach(query -> used.addAll(named(query)));

        assertThat(queries).hasSizeGreaterThan(40);
        assertThat(names()).containsAll(used);
        assertThat(used)
                .as("something of everything")
                .anyMatch(it -> it.startsWith("foster_process_state"))
                .anyMatch(it -> it.startsWith("foster_process_restarts"))
                .anyMatch(it -> it.startsWith("foster_process_cpu"))
                .anyMatch(it -> it.startsWith("foster_process_memory"))
                .anyMatch(it -> it.startsWith("foster_log"))
                .anyMatch(it -> it.startsWith("foster_probe"))
                .anyMatch(it -> it.startsWith("foster_bus"))
                .anyMatch(it -> it.startsWith("foster_mcp"))
                .anyMatch(it -> it.startsWith("jvm"));
    }

    @Test
    void thePanelsOfTheDashboardAskTheDataSourceThatIsChosen() throws IOException {
        assertThat(dashboard("uid"))
                .allMatch(uid -> Set.of("${datasource}", "foster", "-- Grafana --").contains(uid))
                .filteredOn("${datasource}"::equals)
                .hasSizeGreaterThan(40);
    }

    @Test
    void theQueriesOfTheDashboardCanBeAsked(@TempDir Path folder) throws Exception {
        var rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        int number = 0;
        for (String query : dashboard("expr")) {
            String plain = query.replace("$__rate_interval", "5m").replaceAll("\\$[a-z]+", ".*");
            rules.append("      - record: query:").append(number++).append('\n');
            rules.append("        expr: '").append(plain.replace("'", "''")).append("'\n");
        }
        Path file = folder.resolve("rules.yml");
        Files.writeString(file, rules.toString().replaceAll("query:(\\d)", "query:q$1"));

        assertThat(Parsers.promtool("", "check", "rules", file.toString()))
                .contains("SUCCESS: " + number + " rules found");
    }

    @Test
    void theAlertsOfTheHowToAreRulesAboutFiguresThatExist(@TempDir Path folder) throws Exception {
        String page = Files.readString(DOCS.resolve("how-to/prometheus.md"));
        List<String> rules =
                YAML.matcher(page)
                        .results()
                        .map(result -> result.group(1))
                        .filter(text -> text.startsWith("groups:"))
                        .toList();
        assertThat(rules).hasSize(1);
        Path file = folder.resolve("rules.yml");
        Files.writeString(file, rules.getFirst());

        assertThat(Parsers.promtool("", "check", "rules", file.toString()))
                .contains("SUCCESS: 8 rules found");
        assertThat(names()).containsAll(named(rules.getFirst()));
    }

    @Test
    void theScrapeConfigurationsOfTheHowToAreUnderstood(@TempDir Path folder) throws Exception {
        String page = Files.readString(DOCS.resolve("how-to/prometheus.md"));
        List<String> configurations =
                YAML.matcher(page)
                        .results()
                        .map(result -> result.group(1))
                        .filter(text -> text.startsWith("scrape_configs:"))
                        .toList();
        assertThat(configurations).hasSize(2);
        for (String text : configurations) {
            Path file = folder.resolve("prometheus.yml");
            Files.writeString(file, text);
            assertThat(Parsers.promtool("", "check", "config", "--syntax-only", file.toString()))
                    .contains("SUCCESS");
        }
    }
}
