package dev.foster.cli.plugin;

import dev.foster.cli.VersionVerb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A small plugin in one language, to begin with.
 *
 * @param language the folder of its files among the resources
 * @param build what has to be done before it can be started; empty for nothing
 */
record Template(String language, List<String> files, String build) {

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

    void write(Path folder, String id) throws IOException {
        for (String file : files) {
            Path target = folder.resolve(file);
            Files.createDirectories(target.getParent());
            Files.writeString(target, filled(text(file), id));
        }
    }

    private String text(String file) throws IOException {
        try (InputStream in = Template.class.getResourceAsStream(language + "/" + file)) {
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
