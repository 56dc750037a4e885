package dev.foster.cli.plugin;

import dev.foster.cli.VersionVerb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A small plugin in one language, to begin with.
 *
 * @param place the folder of its files among the resources
 * @param build what has to be done before it can be started; empty for nothing
 */
record Template(String place, List<String> files, String build) {

    /** A plugin that serves calls. */
    static Template of(String language) {
        return switch (language) {
            case "go" ->
                    new Template(
                            language,
                            List.of("plugin.yaml", "go.mod", "main.go", "greeter.go", "README.md"),
                            "go mod tidy && go build -o {{id}} .");
            case "java" ->
                    new Template(
                            language,
                            List.of(
                                    "plugin.yaml",
                                    "pom.xml",
                                    "src/main/protobuf/greeter.proto",
                                    "src/main/java/greeter/GreeterPlugin.java",
                                    "README.md"),
                            "mvn package");
            case "node" ->
                    new Template(
                            language,
                            List.of(
                                    "plugin.yaml",
                                    "package.json",
                                    "plugin.proto",
                                    "plugin.js",
                                    "host.js",
                                    "README.md"),
                            "npm install");
            default ->
                    new Template(
                            language,
                            List.of("plugin.yaml", "requirements.txt", "plugin.py", "README.md"),
                            "");
        };
    }

    /**
     * A plugin that talks NATS.
     *
     * @return empty for a language without a runner
     */
    static Optional<Template> ofMessages(String language) {
        return Optional.ofNullable(
                switch (language) {
                    case "python" ->
                            new Template(
                                    "nats/python",
                                    List.of("plugin.yaml", "plugin.py", "README.md"),
                                    "");
                    case "java" ->
                            new Template(
                                    "nats/java",
                                    List.of(
                                            "plugin.yaml",
                                            "pom.xml",
                                            "src/main/java/greeter/GreeterPlugin.java",
                                            "src/main/resources/META-INF/services/dev.foster.sdk.bus.MessagePlugin",
                                            "README.md"),
                                    "mvn package");
                    default -> null;
                });
    }

    void write(Path folder, String id) throws IOException {
        for (String file : files) {
            Path target = folder.resolve(file);
            Files.createDirectories(target.getParent());
            Files.writeString(target, filled(text(file), id));
        }
    }

    private String text(String file) throws IOException {
        try (InputStream in = Template.class.getResourceAsStream(place + "/" + file)) {
            if (in == null) {
                throw new IOException("this build of foster lacks its template " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String filled(String text, String id) {
        return text.replace("{{id}}", id).replace("{{version}}", VersionVerb.version());
    }

    /** The same, for this plugin. */
    String build(String id) {
        return filled(build, id);
    }
}
