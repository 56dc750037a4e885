package dev.foster.daemon.metrics.collect;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;

import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the daemon itself uses, under the names that every dashboard for Java knows. */
public final class JvmFigures implements MetricSource {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");
    private static final double NANOS = 1e9;

    @Override
    public void tell(Families families) {
        families.add(
                Metric.START_TIME, ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0);
        resident().ifPresent(bytes -> families.add(Metric.RESIDENT, bytes));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            families.add(Metric.CPU, Math.max(0, system.getProcessCpuTime()) / NANOS);
            if (system instanceof UnixOperatingSystemMXBean unix) {
                families.add(Metric.OPEN_FILES, unix.getOpenFileDescriptorCount());
                families.add(Metric.MOST_FILES, unix.getMaxFileDescriptorCount());
            }
        }
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory(families, memory.getHeapMemoryUsage(), "heap");
        memory(families, memory.getNonHeapMemoryUsage(), "nonheap");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            families.summary(
                    Metric.JVM_COLLECTIONS,
                    Math.max(0, collector.getCollectionCount()),
                    Math.max(0, collector.getCollectionTime()) / 1000.0,
                    collector.getName());
        }
        families.add(Metric.JVM_THREADS, ManagementFactory.getThreadMXBean().getThreadCount());
    }

    private static void memory(Families families, MemoryUsage usage, String area) {
        families.add(Metric.JVM_USED, usage.getUsed(), area);
        families.add(Metric.JVM_COMMITTED, usage.getCommitted(), area);
        if (usage.getMax() >= 0) {
            families.add(Metric.JVM_MAX, usage.getMax(), area);
        }
    }

    private static OptionalLong resident() {
        try {
            Matcher line = RESIDENT.matcher(Files.readString(STATUS));
            return line.find()
                    ? OptionalLong.of(Long.parseLong(line.group(1)) * 1024)
                    : OptionalLong.empty();
        } catch (IOException noProc) {
            return OptionalLong.empty();
        }
    }
}
