package dev.foster.daemon.config;

import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a plugin's command is shown before it is known which interpreter runs it. */
final class PluginWords {
    private PluginWords() {}

    static List<String> command(PluginManifest manifest) {
        var words = new ArrayList<String>();
        switch (manifest.launch()) {
            case Launch.Exec exec ->
                    words.add(
                            switch (exec.program()) {
                                case Launch.Program.InFolder(Path file) ->
                                        "./" + shown(manifest, file);
                                case Launch.Program.OnPath(String name) -> name;
                            });
            case Launch.Python python -> {
                words.add("python");
                switch (python.entry()) {
                    case Launch.Entry.Script(Path file) -> words.add(shown(manifest, file));
                    case Launch.Entry.Module(String name) -> words.addAll(List.of("-m", name));
                }
            }
            case Launch.Java java -> {
                words.add("java");
                switch (java.start()) {
                    case Launch.Start.Jar(Path file) ->
                            words.addAll(List.of("-jar", shown(manifest, file)));
                    case Launch.Start.MainClass(String name, var _) -> words.add(name);
                }
            }
            case Launch.Node node -> words.addAll(List.of("node", shown(manifest, node.main())));
        }
        words.addAll(manifest.launch().arguments());
        return words;
    }

    private static String shown(PluginManifest manifest, Path file) {
        return manifest.folder().relativize(file).toString();
    }
}
