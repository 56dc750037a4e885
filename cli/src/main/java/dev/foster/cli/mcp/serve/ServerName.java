package dev.foster.cli.mcp.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a server is called when nobody says: the name of its program, without what all have. */
final class ServerName {
    /** What stands in an address without being escaped, and in a file without being quoted. */
    static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    /** Programs that run others, and their words before the other's name. */
    private static final Set<String> LAUNCHERS =
            Set.of(
                    "node", "npx", "npm", "pnpm", "yarn", "bun", "bunx", "deno", "tsx", "python",
                    "python3", "uv", "uvx", "pipx", "java", "dotnet", "docker", "podman", "env",
                    "sh", "bash", "run", "exec", "dlx", "tool");

    private static final Pattern VERSION = Pattern.compile("(?<=.)[@=:].*");
    private static final Pattern EXTENSION = Pattern.compile("\\.(m?js|cjs|ts|py|jar|sh|exe|dll)$");
    private static final Pattern COMMON =
            Pattern.compile(
                    "^(mcp[-_]server|server|mcp)[-_](?=.)|(?<=.)[-_](mcp[-_]server|server|mcp)$");

    private ServerName() {}

    static String of(List<String> command) {
        return command.stream()
                .filter(word -> !word.startsWith("-") && !word.contains("="))
                .map(ServerName::last)
                .filter(word -> !LAUNCHERS.contains(word))
                .findFirst()
                .map(ServerName::plain)
                .filter(name -> SHAPE.matcher(name).matches())
                .orElse("server");
    }

    private static String last(String word) {
        return Optional.ofNullable(Path.of(word).getFileName()).map(Path::toString).orElse("");
    }

    private static String plain(String program) {
        String name = VERSION.matcher(program.toLowerCase(Locale.ROOT)).replaceFirst("");
        name = EXTENSION.matcher(name).replaceFirst("");
        name = COMMON.matcher(name).replaceFirst("");
        return name.replaceAll("[^a-z0-9_.-]", "-");
    }
}
