package dev.foster.daemon.usage;

/** The most a process used of each since the daemon began, whichever run it was. */
public record Peaks(double cpuPercent, long memoryBytes, int threads, int processes, int files) {
    static final Peaks NONE = new Peaks(0, 0, 0, 0, 0);

    Peaks with(UsageFigures figures, double share) {
        return new Peaks(
                Math.max(cpuPercent, share),
                Math.max(memoryBytes, figures.memoryBytes()),
                Math.max(threads, figures.threads()),
                Math.max(processes, figures.processes()),
                Math.max(files, figures.files()));
    }
}
