package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.PythonVersion;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A Python that has said which one it is.
 *
 * @param command how it was called
 * @param executable what it says it is: shims lead elsewhere
 * @param implementation such as {@code cpython}
 */
record PythonInterpreter(
        Path command, Path executable, String implementation, PythonVersion version) {

    // Old enough for Python 2 to answer, so that it can be refused by its version. Without the
    // packages of the site it takes half the time.
    private static final String QUESTION =
            "import sys;v=sys.version_info;"
                    + "i=getattr(sys,'implementation',None);"
                    + "sys.stdout.write('\\n'.join(['foster-python',"
                    + "'.'.join(map(str,v[:3])),v[3],str(v[4]),"
                    + "i.name if i else 'python',sys.executable or ''])+'\\n')";

    static List<String> question(Path command) {
        return List.of(command.toString(), "-I", "-S", "-c", QUESTION);
    }

    /** What the lines it answered mean; empty when they are no answer. */
    static Optional<PythonInterpreter> answer(Path command, List<String> lines) {
        int at = lines.indexOf("foster-python");
        if (at < 0 || lines.size() < at + 6) {
            return Optional.empty();
        }
        String stage =
                switch (lines.get(at + 2)) {
                    case "alpha" -> "a" + lines.get(at + 3);
                    case "beta" -> "b" + lines.get(at + 3);
                    case "candidate" -> "rc" + lines.get(at + 3);
                    default -> "";
                };
        String executable = lines.get(at + 5);
        return PythonVersion.parse(lines.get(at + 1) + stage)
                .map(
                        version ->
                                new PythonInterpreter(
                                        command,
                                        executable.isBlank() ? command : Path.of(executable),
                                        lines.get(at + 4),
                                        version));
    }
}
