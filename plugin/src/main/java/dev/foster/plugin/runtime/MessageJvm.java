package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Launch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How the virtual machine of a message plugin is set up: small and quick to start, because there
 * are many and each does little. What the manifest says comes last and wins.
 */
final class MessageJvm {
    private static final Pattern COLLECTOR = Pattern.compile("-XX:[+-]Use\\w+GC");

    private MessageJvm() {}

    static List<String> options(Launch.Java java) {
        var options = new ArrayList<String>();
        // Two collectors are refused, and not only the last one counts.
        if (java.jvmArguments().stream().noneMatch(it -> COLLECTOR.matcher(it).matches())) {
            options.add("-XX:+UseSerialGC");
        }
        options.add("-XX:TieredStopAtLevel=1");
        options.add("-XX:-UsePerfData");
        options.add("-Xmx" + java.memory().orElse(64L << 20));
        // The host reads UTF-8 in every locale, and the machine's own words go to standard error.
        options.add("-Dstdout.encoding=UTF-8");
        options.add("-Dstderr.encoding=UTF-8");
        options.add("-XX:+DisplayVMOutputToStderr");
        options.add("-Xlog:disable");
        options.add("-Xlog:all=warning,aot*=off,cds*=off:stderr");
        options.addAll(java.jvmArguments());
        return List.copyOf(options);
    }
}
