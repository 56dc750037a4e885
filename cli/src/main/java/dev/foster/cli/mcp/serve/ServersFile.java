package dev.foster.cli.mcp.serve;

import dev.foster.cli.UsageProblem;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file in which clients keep their servers: {@code {"mcpServers": {"name": {"command": …}}}}.
 * Those that are somewhere else already, by a URL, are not ours to start.
 *
 * @param servers those with a command
 * @param skipped the names of the others
 */
record ServersFile(List<OfferedServer> servers, List<String> skipped) {

    ServersFile {
        servers = List.copyOf(servers);
        skipped = List.copyOf(skipped);
    }

    static ServersFile read(Path file) {
        try {
            return of(JsonText.parseObject(Files.readAllBytes(file)), file);
        } catch (NoSuchFileException absent) {
            throw problem(file, "it is not there; name the file of a client, such as .mcp.json");
        } catch (IOException unreadable) {
            throw problem(file, unreadable + "; name a file that can be read");
        } catch (JsonProblem notJson) {
            throw problem(file, notJson.getMessage() + "; write it as JSON");
        }
    }

    private static ServersFile of(Map<String, Object> file, Path path) {
        // VS Code has the same entries under another name.
        Object entries = file.getOrDefault("mcpServers", file.getOrDefault("servers", Map.of()));
        var servers = new ArrayList<OfferedServer>();
        var skipped = new ArrayList<String>();
        for (Map.Entry<String, Object> entry : members(entries, "mcpServers", path).entrySet()) {
            Map<String, Object> server = members(entry.getValue(), entry.getKey(), path);
            boolean ours = server.containsKey("command");
            if (!ours || Boolean.TRUE.equals(server.get("disabled"))) {
                skipped.add(entry.getKey());
                continue;
            }
            servers.add(server(entry.getKey(), server, path));
        }
        if (servers.isEmpty()) {
            throw problem(
                    path,
                    "no server in it has a command; write"
                            + " {\"mcpServers\": {\"name\": {\"command\": \"…\"}}}");
        }
        return new ServersFile(servers, skipped);
    }

    private static OfferedServer server(String name, Map<String, Object> entry, Path path) {
        if (!ServerName.SHAPE.matcher(name).matches()) {
            throw problem(
                    path,
                    "the name \""
                            + name
                            + "\" cannot stand in an address; use letters, digits, - and _");
        }
        var command = new ArrayList<String>();
        command.add(text(entry.getOrDefault("command", Map.of()), name + ".command", path));
        if (entry.getOrDefault("args", List.of()) instanceof List<?> arguments) {
            arguments.forEach(word -> command.add(text(word, name + ".args", path)));
        } else {
            throw problem(path, name + ".args is not a list; write [\"…\"]");
        }
        var environment = new LinkedHashMap<String, String>();
        members(entry.getOrDefault("env", Map.of()), name + ".env", path)
                .forEach((key, value) -> environment.put(key, text(value, name + ".env", path)));
        Optional<String> directory =
                Optional.ofNullable(entry.get("cwd"))
                        .map(where -> text(where, name + ".cwd", path));
        return new OfferedServer(name, command, environment, directory);
    }

    private static String text(Object value, String what, Path path) {
        return switch (value) {
            case String text -> text;
            case Long number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> throw problem(path, what + " is not a text; write \"…\"");
        };
    }

    private static Map<String, Object> members(Object value, String what, Path path) {
        if (!(value instanceof Map<?, ?> map)) {
            throw problem(path, what + " is not an object; write {…}");
        }
        var members = new LinkedHashMap<String, Object>();
        map.forEach((key, member) -> members.put(String.valueOf(key), member));
        return members;
    }

    private static UsageProblem problem(Path file, String why) {
        return new UsageProblem("cannot serve what is in " + file + ": " + why);
    }
}
