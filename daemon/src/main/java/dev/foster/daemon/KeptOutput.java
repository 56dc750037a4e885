package dev.foster.daemon;

import dev.foster.process.OutputLimits;
import dev.foster.supervise.spec.ProcessSpec;

import java.util.List;
import java.util.Optional;

/** Whether what processes may keep of their output fits into the heap. */
final class KeptOutput {
    private KeptOutput() {}

    static Optional<String> notice(List<ProcessSpec> processes) {
        return notice(
                processes, OutputLimits.mostOfAll(), OutputLimits.leastOfEach(processes.size()));
    }

    /** Nothing when it fits. */
    static Optional<String> notice(List<ProcessSpec> processes, long most, int least) {
        long wanted =
                processes.stream().mapToLong(spec -> spec.child().outputLimits().keep()).sum();
        if (wanted <= most) {
            return Optional.empty();
        }
        return Optional.of(
                "output.keep of "
                        + processes.size()
                        + " processes is "
                        + (wanted >> 20)
                        + " MiB together, and all may keep "
                        + (most >> 20)
                        + " MiB, a quarter of the Java heap: when there is not enough each keeps "
                        + (least >> 10)
                        + " KiB; give foster more, with JDK_JAVA_OPTIONS=-Xmx"
                        + Math.max(1, (4 * wanted) >> 20)
                        + "m, or lower output.keep");
    }
}
