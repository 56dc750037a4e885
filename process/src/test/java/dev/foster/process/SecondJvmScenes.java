package dev.foster.process;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.EngineOptions.WhenKilled;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a {@link SecondJvm} plays. The first argument names the scene, the second the kind of
 * engine.
 */
final class SecondJvmScenes {

    private SecondJvmScenes() {}

    /** Runs one scene. */
    public static void main(String[] arguments) throws Exception {
        Kind kind = Kind.valueOf(arguments[1]);
        switch (arguments[0]) {
            case "guarded" ->
                    guarded(kind, WhenKilled.valueOf(arguments[2]), Integer.parseInt(arguments[3]));
            case "spawning" -> spawning(kind);
            case "few-files" -> fewFiles(kind, arguments[2]);
            case "crowded" -> crowded(kind);
            case "unguarded" -> unguarded(kind);
            case "few-processes" -> fewProcesses(kind);
            case "pass-through" -> passThrough(kind);
            case "confined" -> confined(kind);
            case "inherited" -> inherited(kind, arguments[2]);
            default -> throw new IllegalArgumentException("no scene " + arguments[0]);
        }
    }

    /**
     * An engine with children, half of them with a grandchild, half of those in a session of their
     * own; a quarter forgets its environment. Prints what the engine can, the children's pids and
     * READY; then starts one more child for each line of input.
     */
    private static void guarded(Kind kind, WhenKilled whenKilled, int count) throws Exception {
        ProcessEngine engine =
                ProcessEngine.start(EngineOptions.defaults().kind(kind).whenKilled(whenKilled));
        for (Ability ability : engine.facts().abilities()) {
            System.out.println("can " + ability);
        }
        var heard = new ArrayList<Heard>();
        for (int i = 0; i < count; i++) {
            Child child =
                    engine.spawn(
                            ChildSpec.of(
                                    switch (i % 4) {
                                        case 1 -> Shell.withGrandchild();
                                        case 2 ->
                                                Shell.script("echo READY; exec env -i sleep 1000");
                                        case 3 -> Shell.withEscapedGrandchild();
                                        default -> Shell.hanging();
                                    }));
            heard.add(Heard.of(child));
            System.out.println("child " + child.pid());
        }
        for (Heard each : heard) {
            each.await(Shell.READY);
        }
        System.out.println("READY");
        while (System.in.read() >= 0) {
            Child child = engine.spawn(ChildSpec.of(Shell.hanging()));
            Heard.of(child).await(Shell.READY);
            System.out.println("child " + child.pid());
            System.out.println("READY");
        }
    }

    /**
     * Spawns on two threads without pause, up to a bound, and prints a line for each ten children
     * of the first.
     */
    private static void spawning(Kind kind) throws Exception {
        ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults().kind(kind));
        System.out.println("guarded " + engine.facts().can(Ability.GUARDED));
        var children = new ArrayList<Child>();
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            for (int i = 0; i < 300; i++) {
                                engine.spawn(ChildSpec.of("setsid", "sleep", "1000"));
                            }
                        });
        for (int i = 0; i < 300; i++) {
            children.add(engine.spawn(ChildSpec.of("sleep", "1000")));
            if (i % 10 == 0) {
                System.out.println("spawned " + i);
            }
        }
        System.out.println("READY");
        children.getLast().awaitExit();
    }

    /**
     * Spawns with so many descriptors to spare. Prints {@code spare n code} for each try, where the
     * code is that of the problem, or {@code fine}, and a line that begins with {@code left} and
     * says what the JVM holds after it.
     */
    private static void fewFiles(Kind kind, String tries) throws Exception {
        EngineOptions toTheLast = EngineOptions.defaults().kind(kind).descriptorReserve(0);
        try (ProcessEngine engine = ProcessEngine.start(toTheLast)) {
            tryToSpawn(engine);
            Deque<InputStream> held = new ArrayDeque<>();
            exhaust(held);
            for (String each : tries.split(",", -1)) {
                int spare = Integer.parseInt(each);
                exhaust(held);
                for (int i = 0; i < spare; i++) {
                    held.pop().close();
                }
                String result = tryToSpawn(engine);
                exhaust(held);
                for (int i = 0; i < 20; i++) {
                    held.pop().close();
                }
                System.out.println("spare " + spare + " " + result);
                System.out.println(
                        "left "
                                + (Leaks.descriptors() - held.size())
                                + " descriptors, "
                                + Leaks.threads()
                                + " threads, "
                                + ProcTable.children(ProcessHandle.current().pid()).size()
                                + " children");
            }
            for (InputStream each : held) {
                each.close();
            }
        }
    }

    /**
     * Starts children until one is refused, takes all descriptors that are left, and ends the
     * children all the same. What this JVM has to load for that it loads in a rehearsal.
     */
    private static void crowded(Kind kind) throws Exception {
        crowd(kind, 4, new ArrayDeque<>());
        int before = Leaks.descriptors();
        var held = new ArrayDeque<InputStream>();
        crowd(kind, 1000, held);
        for (InputStream each : held) {
            each.close();
        }
        System.out.println("left " + (Leaks.descriptors() - before) + " descriptors");
        System.out.println(
                "left " + ProcTable.children(ProcessHandle.current().pid()).size() + " children");
    }

    private static void crowd(Kind kind, int most, Deque<InputStream> held) throws Exception {
        ProcessEngine engine =
                ProcessEngine.start(EngineOptions.defaults().kind(kind).descriptorReserve(50));
        var children = new ArrayList<Child>();
        var reports = new ArrayList<StopReport>();
        String refused = "nobody";
        try {
            for (int i = 0; i < most; i++) {
                children.add(
                        engine.spawn(
                                ChildSpec.of(
                                                switch (i % 3) {
                                                    case 0 -> Shell.withEscapedGrandchild();
                                                    case 1 -> Shell.withForgetfulGrandchild();
                                                    default -> Shell.script("echo READY; cat");
                                                })
                                        .stdin(Stdin.PIPE)));
                Heard.of(children.getLast()).await(Shell.READY);
            }
        } catch (ProblemException problem) {
            refused = problem.problem().code() + " " + problem.getMessage();
        }
        System.out.println("refused " + refused);
        if (most == 1000) {
            System.out.println("free " + exhaust(held));
        }
        Child talker = children.get(2);
        Heard heard = Heard.of(talker);
        talker.stdin().write("still there\n".getBytes(StandardCharsets.UTF_8));
        talker.stdin().flush();
        heard.await("still there");
        for (Child child : children.subList(0, 3)) {
            reports.add(child.stop().join());
        }
        engine.close();
        System.out.println(
                "stopped "
                        + reports.stream().map(StopReport::took).toList()
                        + ", alive "
                        + children.stream().filter(Child::alive).count());
    }

    /**
     * Loses its guardian when no process can be started, and gets another when one can: prints what
     * the engine says of that.
     */
    private static void unguarded(Kind kind) throws Exception {
        try (ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults().kind(kind))) {
            System.out.println("guarded " + engine.guarded());
            long guardian = ProcTable.children(ProcessHandle.current().pid()).getFirst().pid();
            Child limiter =
                    engine.spawn(
                            ChildSpec.of(
                                            Shell.script(
                                                    "echo READY; read go; prlimit --pid $PPID"
                                                            + " --nproc=1:; echo done; read go;"
                                                            + " prlimit --pid $PPID --nproc=4000:;"
                                                            + " echo raised; exec sleep 1000"))
                                    .stdin(Stdin.PIPE));
            Heard heard = Heard.of(limiter).await(Shell.READY);
            tell(limiter);
            heard.await("done");
            ProcessHandle.of(guardian).ifPresent(ProcessHandle::destroyForcibly);
            Eventually.until(EngineContract.SOON, "it is gone", () -> !engine.guarded());
            System.out.println("guarded " + engine.facts().can(Ability.GUARDED));
            tell(limiter);
            heard.await("raised");
            Eventually.until(EngineContract.SOON, "another is there", engine::guarded);
            System.out.println("guarded " + engine.facts().can(Ability.GUARDED));
        }
    }

    private static void tell(Child child) throws IOException {
        child.stdin().write('\n');
        child.stdin().flush();
    }

    /** Takes all descriptors that are left; how many those were. */
    private static int exhaust(Deque<InputStream> held) {
        int before = held.size();
        try {
            while (true) {
                held.push(new FileInputStream("/dev/null"));
            }
        } catch (IOException noMore) {
            // That is what we want: not one descriptor is free now.
            return held.size() - before;
        }
    }

    private static String tryToSpawn(ProcessEngine engine) throws InterruptedException {
        try {
            Child child = engine.spawn(ChildSpec.of("/bin/true").stdin(Stdin.PIPE));
            child.awaitExit();
            child.stop().join();
            return "fine";
        } catch (ProblemException problem) {
            return problem.problem().code() + " " + problem.getMessage();
        }
    }

    /** Spawns once, then again when no further process is allowed, and says what that left open. */
    private static void fewProcesses(Kind kind) throws Exception {
        try (ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults().kind(kind))) {
            System.out.println(tryToSpawn(engine));
            limitProcesses(engine);
            int before = Leaks.descriptors();
            System.out.println(tryToSpawn(engine));
            System.out.println("left " + (Leaks.descriptors() - before) + " descriptors");
            // The limit holds for threads too: this JVM cannot even close its engine in order.
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    private static void limitProcesses(ProcessEngine engine) throws Exception {
        // Started before and told after: while the limit comes, the engine shall not be in the
        // middle of a start.
        Child limiter =
                engine.spawn(
                        ChildSpec.of(
                                        Shell.script(
                                                "echo READY; read go; prlimit --pid $PPID"
                                                        + " --nproc=1; echo done; exec sleep 1000"))
                                .stdin(Stdin.PIPE));
        Heard heard = Heard.of(limiter).await(Shell.READY);
        limiter.stdin().write('\n');
        limiter.stdin().flush();
        heard.await("done");
    }

    /** Runs a child on this JVM's own standard streams. */
    private static void passThrough(Kind kind) throws Exception {
        try (ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults().kind(kind))) {
            Child child =
                    engine.spawn(
                            ChildSpec.of("cat")
                                    .stdin(Stdin.INHERIT)
                                    .outputMode(OutputMode.INHERIT));
            Exit exit = child.awaitExit();
            System.out.println("exit " + exit.shellCode() + " counts " + child.output().counts());
        }
    }

    /**
     * Starts children with one kind of isolation after the other; prints what they say, or why not.
     */
    private static void confined(Kind kind) throws Exception {
        try (ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults().kind(kind))) {
            Isolation none = Isolation.none();
            for (Isolation isolation :
                    List.of(
                            none.noNewPrivileges(true),
                            none.privateTemporary(true).readOnly(List.of(Path.of("/dev"))),
                            none.user("root"),
                            none.group("root"),
                            none.user("65534"))) {
                System.out.println(confined(engine, isolation));
            }
            System.out.println(engine.facts().enforcement());
        }
    }

    private static String confined(ProcessEngine engine, Isolation isolation) throws Exception {
        String script =
                "echo $$ $(id -u) $(ls -A /tmp | wc -l);"
                        + " touch /dev/shm/foster-test 2>/dev/null && rm /dev/shm/foster-test"
                        + " && echo writes";
        try {
            Child child =
                    engine.spawn(
                            ChildSpec.of(Shell.script(script))
                                    .directory(Path.of("/"))
                                    .confinement(
                                            new Confinement(ResourceLimits.none(), isolation)));
            String said = String.join(" ", Heard.of(child).awaitEnd().texts());
            return said.replace(child.pid() + " ", "pid ");
        } catch (ProblemException problem) {
            return problem.problem().message();
        }
    }

    /** Prints, in hexadecimal, the value of a variable that a child inherits. */
    private static void inherited(Kind kind, String name) throws Exception {
        try (ProcessEngine engine = ProcessEngine.start(EngineOptions.defaults().kind(kind))) {
            Child child =
                    engine.spawn(
                            ChildSpec.of(
                                    List.of(
                                            "/bin/sh",
                                            "-c",
                                            "printf %s \"$" + name + "\" | od -An -tx1")));
            Heard heard = Heard.of(child).awaitEnd();
            heard.texts().forEach(System.out::println);
        }
    }
}
