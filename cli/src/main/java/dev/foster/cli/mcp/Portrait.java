package dev.foster.cli.mcp;

import dev.foster.cli.TerminalText;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What was found out about a server, in lines for people. */
final class Portrait {
    private final Map<String, RawJson> found;
    private final List<String> lines = new ArrayList<>();

    Portrait(Map<String, RawJson> found) {
        this.found = found;
    }

    List<String> lines() {
        Optional.ofNullable(found.get("server")).ifPresent(this::server);
        part("tools", this::tool);
        part("resources", this::resource);
        part("resourceTemplates", this::resource);
        part("prompts", this::prompt);
        return List.copyOf(lines);
    }

    private void server(RawJson server) {
        RawJson information =
                server.at(Mcp.META, Mcp.META_SERVER)
                        .or(() -> server.member("serverInfo"))
                        .orElseGet(RawJson::emptyObject);
        line(
                "",
                information.text("name").orElse("a server without a name")
                        + information.text("version").map(version -> " " + version).orElse(""));
        Optional.ofNullable(found.get("era"))
                .flatMap(RawJson::text)
                .ifPresent(era -> line("  speaks ", era));
        line(
                "  offers ",
                server
                        .member("capabilities")
                        .map(RawJson::members)
                        .orElse(Map.of())
                        .keySet()
                        .stream()
                        .collect(Collectors.joining(", ")));
        server.text("instructions")
                .ifPresent(text -> text.lines().forEach(one -> line("  | ", one)));
    }

    /** Describes one thing of a kind. */
    private interface Description {
        void of(RawJson thing);
    }

    private void part(String kind, Description description) {
        RawJson things = found.get(kind);
        if (things == null || (things.elements().isEmpty() && found.size() > 1)) {
            return;
        }
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add((kind.equals("resourceTemplates") ? "resource templates" : kind) + ":");
        things.elements().forEach(description::of);
    }

    private void tool(RawJson tool) {
        RawJson schema = tool.member("inputSchema").orElseGet(RawJson::emptyObject);
        line("  ", tool.text("name").orElse("?") + summary(tool));
        Set<String> required =
                schema.member("required").map(RawJson::elements).orElse(List.of()).stream()
                        .flatMap(name -> name.text().stream())
                        .collect(Collectors.toSet());
        schema.member("properties")
                .map(RawJson::members)
                .orElse(Map.of())
                .forEach(
                        (name, property) ->
                                line(
                                        "      ",
                                        name
                                                + " ("
                                                + type(property)
                                                + (required.contains(name) ? "" : ", optional")
                                                + ")"
                                                + summary(property)));
    }

    private static String type(RawJson property) {
        List<RawJson> choices = property.member("enum").map(RawJson::elements).orElse(List.of());
        return choices.isEmpty()
                ? property.member("type")
                        .map(type -> type.text().orElseGet(type::json))
                        .orElse("any")
                : choices.stream()
                        .map(choice -> choice.text().orElseGet(choice::json))
                        .collect(Collectors.joining("|"));
    }

    private void resource(RawJson resource) {
        line(
                "  ",
                resource.text("uri").or(() -> resource.text("uriTemplate")).orElse("?")
                        + resource.text("mimeType").map(type -> " (" + type + ")").orElse("")
                        + summary(resource));
    }

    private void prompt(RawJson prompt) {
        line("  ", prompt.text("name").orElse("?") + summary(prompt));
        for (RawJson argument :
                prompt.member("arguments").map(RawJson::elements).orElse(List.of())) {
            boolean required = argument.member("required").filter(RawJson::isTrue).isPresent();
            line(
                    "      ",
                    argument.text("name").orElse("?")
                            + (required ? "" : " (optional)")
                            + summary(argument));
        }
    }

    /** The first line of the description, or the title. */
    private static String summary(RawJson thing) {
        return thing.text("description")
                .or(() -> thing.text("title"))
                .flatMap(
                        text ->
                                text.lines()
                                        .map(String::strip)
                                        .filter(one -> !one.isEmpty())
                                        .findFirst())
                .map(first -> ": " + first)
                .orElse("");
    }

    private void line(String indent, String text) {
        lines.add(indent + TerminalText.line(text));
    }

    /** What a tool brought: texts as they are, of the rest what it is. */
    static List<String> ofContent(RawJson result) {
        var lines = new ArrayList<String>();
        for (RawJson part : result.member("content").map(RawJson::elements).orElse(List.of())) {
            String type = part.text("type").orElse("?");
            Optional<String> text =
                    part.text("text").or(() -> part.at("resource", "text").flatMap(RawJson::text));
            if (text.isPresent()) {
                text.get().lines().map(TerminalText::line).forEach(lines::add);
            } else {
                lines.add(
                        "("
                                + TerminalText.line(
                                        type
                                                + part.text("mimeType")
                                                        .map(kind -> ", " + kind)
                                                        .orElse("")
                                                + part.text("uri")
                                                        .map(uri -> ", " + uri)
                                                        .orElse(""))
                                + ")");
            }
        }
        return lines;
    }
}
