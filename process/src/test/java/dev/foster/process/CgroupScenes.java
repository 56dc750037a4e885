package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineFacts.Enforcement;
import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.UsageMeter.Source;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the kernel does for limited children where it has cgroup v2, each scene with an engine of
 * its own. As a program it plays all of them and prints a verdict: machines that have it are few
 * among those that run tests, so {@code process/src/it/cgroup/run} makes one.
 */
final class CgroupScenes {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final ResourceLimits FREE = ResourceLimits.none();

    /** Takes a quarter of a megabyte at a time, and says so each time. */
    private static final String GREEDY =
            """
            import sys
            held = []
            while True:
                held.append(b'x' * 250000)
                print(len(held), flush=True)
            """;

    /** Its grandchildren, which are orphans at once, work for half a second each and say so. */
    private static final String BREEDS =
            """
            import os, sys, time
            def took():
                return sum(os.times()[:4])
            print('READY', flush=True)
            sys.stdin.readline()
            before = took()
            for each in range(4):
                if os.fork() == 0:
                    if os.fork() == 0:
                        while time.process_time() < 0.5:
                            pass
                        print(time.process_time(), flush=True)
                    os._exit(0)
                os.wait()
            print(took() - before, flush=True)
            sys.stdin.readline()
            """;

    /** One thing to be seen. */
    interface Scene {
        void play(ProcessEngine engine) throws Exception;
    }

    private CgroupScenes() {}

    static Map<String, Scene> all() {
        var scenes = new LinkedHashMap<String, Scene>();
        scenes.put("a child is born in its cgroup", CgroupScenes::bornInside);
        scenes.put("a child over its memory is killed", CgroupScenes::memory);
        scenes.put("a tree over its memory is killed as a whole", CgroupScenes::memoryOfATree);
        scenes.put("a child that forks without end is held", CgroupScenes::forks);
        scenes.put("a child is throttled", CgroupScenes::throttled);
        scenes.put("the time of those who come and go is counted", CgroupScenes::counted);
        scenes.put("nobody escapes from a stop", CgroupScenes::escape);
        scenes.put("nobody outlives the engine", CgroupScenes::outlive);
        scenes.put("limits go with isolation", CgroupScenes::isolated);
        return scenes;
    }

    /**
     * Plays all, or those whose names hold one of the words given; ends with code 1 when one of
     * them was not as it should be.
     */
    public static void main(String[] words) {
        boolean good = true;
        var wanted = new LinkedHashMap<>(all());
        wanted.keySet()
                .removeIf(
                        name -> words.length > 0 && Arrays.stream(words).noneMatch(name::contains));
        for (var each : wanted.entrySet()) {
            long began = System.nanoTime();
            String verdict = "ok";
            try {
                play(each.getValue());
            } catch (Exception | AssertionError wrong) {
                verdict = "WRONG " + wrong;
                good = false;
            }
            System.out.printf(
                    "%6d ms  %s: %s%n",
                    (System.nanoTime() - began) / 1_000_000, each.getKey(), verdict);
        }
        System.out.println(good ? "VERDICT good" : "VERDICT bad");
        System.exit(good ? 0 : 1);
    }

    /** One scene, and the proof that nothing is left of it. */
    static void play(Scene scene) throws Exception {
        Leaks before = Leaks.snapshot();
        Path own;
        try (ProcessEngine engine =
                ProcessEngine.start(EngineOptions.defaults().kind(Kind.LINUX))) {
            assertThat(engine.facts().abilities())
                    .contains(Ability.HOLDS_MEMORY, Ability.HOLDS_CPU, Ability.HOLDS_PROCESSES);
            own = home(engine).resolve("foster-" + ProcessHandle.current().pid());
            scene.play(engine);
        }
        before.assertNothingLeft();
        assertThat(own).doesNotExist();
    }

    private static Path home(ProcessEngine engine) {
        String place = " limits are held by cgroup v2 at ";
        return engine.facts().enforcement().stream()
                .map(Enforcement::how)
                .filter(how -> how.contains(place))
                .map(how -> Path.of(how.substring(how.indexOf(place) + place.length())))
                .findFirst()
                .orElseThrow();
    }

    private static ChildSpec limited(ResourceLimits limits, List<String> command) {
        return ChildSpec.of(command).confinement(new Confinement(limits, Isolation.none()));
    }

    private static Exit exitOf(Child child) throws InterruptedException {
        return child.awaitExit(SOON).orElseThrow(() -> new AssertionError("no exit in time"));
    }

    private static Path groupOf(ProcessEngine engine, long pid) throws IOException {
        Path home = home(engine);
        String line =
                Files.readAllLines(Path.of("/proc/" + pid + "/cgroup")).stream()
                        .filter(it -> it.startsWith("0::"))
                        .findFirst()
                        .orElseThrow();
        int at = line.indexOf("/foster-" + ProcessHandle.current().pid() + "/");
        assertThat(at).as(line).isPositive();
        return home.resolve(line.substring(at + 1));
    }

    private static void bornInside(ProcessEngine engine) throws Exception {
        Child child =
                engine.spawn(
                        limited(
                                FREE.memoryBytes(100_000_000).cpuPercent(50).threads(20),
                                Shell.script("grep ^0:: /proc/self/cgroup; echo $$; sleep 1000")));
        List<String> lines = Heard.of(child).awaitLines(2).texts();
        Path group = groupOf(engine, child.pid());

        assertThat(lines.getFirst())
                .matches("0::/.*foster-" + ProcessHandle.current().pid() + "/\\d+");
        assertThat(lines.getLast()).isEqualTo(Long.toString(child.pid()));
        assertThat(group.resolve("memory.max")).hasContent("99999744");
        assertThat(group.resolve("cpu.max")).hasContent("62500 100000");
        assertThat(group.resolve("pids.max")).hasContent("28");
        assertThat(child.stop().join().graceful()).isTrue();
        Eventually.until(SOON, "its cgroup is gone", () -> !Files.exists(group));
    }

    /** Several times, since a young JVM does everything slowly for the first time. */
    private static void memory(ProcessEngine engine) throws Exception {
        // Read before, so that its files are in nobody's way: the kernel would first throw them out
        // of memory again and again.
        exitOf(engine.spawn(ChildSpec.of("python3", "-c", "pass")));
        for (int round = 0; round < 4; round++) {
            System.out.printf(
                    "           killed within %d ms of meeting its limit%n", overMemory(engine));
        }
    }

    private static long overMemory(ProcessEngine engine) throws Exception {
        Child child =
                engine.spawn(
                        limited(FREE.memoryBytes(64_000_000), List.of("python3", "-c", GREEDY)));
        Path group = groupOf(engine, child.pid());
        Heard heard = Heard.of(child);
        Eventually.until(
                SOON,
                "it met its limit",
                () -> !child.alive() || read(group, "memory.events").matches("(?s).*max [1-9].*"));
        long met = System.nanoTime();
        Exit exit = exitOf(child);
        long late = Math.max(0, System.nanoTime() - met) / 1_000_000;

        assertThat(exit.ending()).isEqualTo(new Ending.Killed(Signal.KILL, false));
        assertThat(exit.asked()).isEqualTo(Asked.NOBODY);
        assertThat(exit.overLimit()).hasValue(Excess.byKernel(Excess.Resource.MEMORY, 64e6));
        assertThat(exit.describe()).isEqualTo("killed: memory over 64 MB");
        assertThat(heard.awaitEnd().texts()).hasSizeBetween(80, 256);
        return late;
    }

    private static void memoryOfATree(ProcessEngine engine) throws Exception {
        // Each keeps what it has taken, so that it is too much however long the other takes.
        String half =
                GREEDY.replace("while True", "for each in range(160)")
                        + "import signal\nsignal.pause()\n";
        String script = "python3 -c \"$0\" & python3 -c \"$0\" & wait; sleep 1000";
        Child child =
                engine.spawn(
                        limited(
                                FREE.memoryBytes(64_000_000),
                                List.of("/bin/sh", "-c", script, half)));

        Exit exit = exitOf(child);

        assertThat(exit.overLimit()).hasValue(Excess.byKernel(Excess.Resource.MEMORY, 64e6));
        Eventually.until(
                SOON,
                "its descendants are gone",
                () -> ProcTable.descendants(ProcessHandle.current().pid()).size() <= 1);
    }

    private static void forks(ProcessEngine engine) throws Exception {
        String bomb = "f() { echo . ; f & f; }; f";
        Child child =
                engine.spawn(
                        limited(FREE.threads(32), Shell.script(bomb))
                                .outputMode(OutputMode.DISCARD));
        Path group = groupOf(engine, child.pid());
        Eventually.until(
                SOON,
                "it met the limit",
                () -> read(group, "pids.events").matches("max [1-9]\\d*"));

        assertThat(Integer.parseInt(read(group, "pids.current"))).isLessThanOrEqualTo(40);
        long began = System.nanoTime();
        child.stop(StopPlan.kill()).join();
        System.out.printf("           ended in %d ms%n", (System.nanoTime() - began) / 1_000_000);
        // Those it left come to us, and are collected when the news of each arrives.
        Eventually.until(
                SOON,
                "nobody but the guardian is left",
                () -> ProcTable.descendants(ProcessHandle.current().pid()).size() <= 1);
    }

    private static String read(Path group, String file) {
        try {
            return Files.readString(group.resolve(file)).strip();
        } catch (IOException gone) {
            return "";
        }
    }

    /**
     * What it gets says little where others want the cores as well; the kernel says what it did.
     */
    private static void throttled(ProcessEngine engine) throws Exception {
        Child child =
                engine.spawn(
                        limited(
                                FREE.cpuPercent(20).throttle(true),
                                Shell.script("while :; do :; done")));
        Path group = groupOf(engine, child.pid());

        Eventually.until(
                SOON,
                "it was throttled",
                () -> read(group, "cpu.stat").matches("(?s).*\\bnr_throttled [1-9].*"));
        Exit exit = child.stop(StopPlan.kill()).join().exit().orElseThrow();
        System.out.printf(
                "           used %.1f %% of a core%n",
                100.0 * exit.cpu().orElseThrow().toNanos() / exit.lifetime().toNanos());
    }

    /** The same without limits shows what is missed when nobody looks at the right moment. */
    private static void counted(ProcessEngine engine) throws Exception {
        double held = countedShare(engine, FREE.cpuPercent(1000), Source.CGROUP);
        double free = countedShare(engine, FREE, Source.PROCESSES);

        System.out.printf("           counted %.1f %%, and %.1f %% without%n", held, free);
        assertThat(held).isBetween(90.0, 110.0);
        assertThat(free).isLessThan(50);
    }

    /** How much is known of the time of some that nobody waits for, all between two looks. */
    private static double countedShare(ProcessEngine engine, ResourceLimits limits, Source from)
            throws Exception {
        Child child =
                engine.spawn(limited(limits, List.of("python3", "-c", BREEDS)).stdin(Stdin.PIPE));
        Heard heard = Heard.of(child);
        try (UsageMeter meter = engine.meter();
                UsageMeter.Tree tree = meter.watch(child, true)) {
            Eventually.until(SOON, "it began", () -> heard.texts().contains(Shell.READY));
            meter.measure();
            long before = tree.cpuNanos();
            child.stdin().write('\n');
            child.stdin().flush();
            Eventually.until(SOON, "all have worked", () -> heard.texts().size() == 6);
            Eventually.until(
                    SOON,
                    "only the child and the guardian are left",
                    () -> ProcTable.descendants(ProcessHandle.current().pid()).size() <= 2);
            meter.measure();

            assertThat(tree.source()).isEqualTo(from);
            child.stop().join();
            double told =
                    heard.texts().stream().skip(1).mapToDouble(Double::parseDouble).sum() * 1e9;
            return 100.0 * (tree.cpuNanos() - before) / told;
        }
    }

    /** It has another group and session, no environment, and a parent that is gone. */
    private static ChildSpec escaping(String then) {
        return limited(
                FREE.processes(20),
                Shell.script(
                        "setsid env -i /bin/sh -c '(exec setsid /bin/sleep 1234) >/dev/null 2>&1"
                                + " &'; until pgrep -x sleep >/dev/null; do :; done; echo READY; "
                                + then));
    }

    private static void escape(ProcessEngine engine) throws Exception {
        Child child = engine.spawn(escaping("read _").stdin(Stdin.PIPE));
        Heard.of(child).await(Shell.READY);
        Path group = groupOf(engine, child.pid());
        Eventually.until(
                SOON,
                "it and the one that escapes are there",
                () -> read(group, "cgroup.procs").lines().count() == 2);

        StopReport report = child.stop().join();

        assertThat(report.leftovers()).isEqualTo(1);
        Eventually.until(SOON, "its cgroup is gone", () -> !Files.exists(group));
    }

    private static void outlive(ProcessEngine engine) throws Exception {
        Child child = engine.spawn(escaping("exit 0"));
        assertThat(exitOf(child).clean()).isTrue();
    }

    private static void isolated(ProcessEngine engine) throws Exception {
        boolean root = AsNobody.ROOT;
        Isolation isolation = Isolation.none().noNewPrivileges(true).privateTemporary(true);
        ChildSpec spec =
                ChildSpec.of("python3", "-c", GREEDY)
                        .confinement(
                                new Confinement(
                                        FREE.memoryBytes(64_000_000).files(100),
                                        root ? isolation.user("nobody") : isolation));

        assertThat(exitOf(engine.spawn(spec)).describe()).isEqualTo("killed: memory over 64 MB");
    }
}
