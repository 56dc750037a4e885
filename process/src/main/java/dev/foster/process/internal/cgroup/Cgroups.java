package dev.foster.process.internal.cgroup;

import dev.foster.process.ChildProblem;
import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineFacts.Enforcement;
import dev.foster.process.ProblemException;
import dev.foster.process.ResourceLimits;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The limits of children as cgroups of version 2 hold them. There is one place for all engines of a
 * JVM, since the JVM as a whole sits in one cgroup.
 */
public final class Cgroups {
    private static final System.Logger LOG = System.getLogger(Cgroups.class.getName());
    private static final Cgroups SHARED = new Cgroups(Path.of("/proc/self"));
    private static final Map<String, Ability> ABILITIES =
            Map.of(
                    "memory",
                    Ability.HOLDS_MEMORY,
                    "cpu",
                    Ability.HOLDS_CPU,
                    "pids",
                    Ability.HOLDS_PROCESSES);

    private final Path process;
    private @Nullable CgroupSupport support;
    private @Nullable Home home;

    Cgroups(Path process) {
        this.process = process;
    }

    public static Cgroups shared() {
        return SHARED;
    }

    /** Looked at once: afterwards we may sit elsewhere, and not because of anybody else. */
    private synchronized CgroupSupport standing() {
        CgroupSupport known = support;
        if (known == null) {
            known = CgroupSupport.look(process);
            support = known;
        }
        return known;
    }

    private Set<String> controllers() {
        return standing() instanceof CgroupSupport.Usable(Path _, Set<String> there, boolean _)
                ? there
                : Set.of();
    }

    /** What the kernel can hold children to here. */
    public Set<Ability> abilities() {
        var abilities = EnumSet.noneOf(Ability.class);
        controllers().forEach(controller -> abilities.add(ABILITIES.get(controller)));
        return abilities;
    }

    /** The same in sentences, and what holds everything together. */
    public List<Enforcement> enforcement() {
        var sentences = new ArrayList<>(ofChildren());
        ceiling().ifPresent(sentences::add);
        return sentences;
    }

    /** What holds this JVM and all its children together; empty where nothing can be read. */
    public Optional<Enforcement> ceiling() {
        try {
            return Optional.of(new Enforcement("ceiling", true, Ceiling.look(process).sentence()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private List<Enforcement> ofChildren() {
        return switch (standing()) {
            case CgroupSupport.Useless(String why, String remedy) ->
                    List.of(
                            new Enforcement(
                                    "limits",
                                    false,
                                    "memory, cpu and pids limits are watched only: "
                                            + why
                                            + "; "
                                            + remedy),
                            new Enforcement(
                                    "usage",
                                    false,
                                    "all is taken from /proc: " + why + "; " + remedy));
            case CgroupSupport.Usable usable -> sentences(usable);
        };
    }

    private static List<Enforcement> sentences(CgroupSupport.Usable usable) {
        var sentences = new ArrayList<Enforcement>();
        List<String> held =
                CgroupSupport.WANTED.stream().filter(usable.controllers()::contains).toList();
        List<String> watched =
                CgroupSupport.WANTED.stream()
                        .filter(it -> !usable.controllers().contains(it))
                        .toList();
        sentences.add(
                new Enforcement(
                        "limits",
                        true,
                        listed(held) + " limits are held by cgroup v2 at " + usable.home()));
        if (!watched.isEmpty()) {
            sentences.add(
                    new Enforcement(
                            "limits",
                            false,
                            listed(watched)
                                    + " limits are watched only: "
                                    + usable.home()
                                    + " has no such controller"));
        }
        sentences.add(
                new Enforcement(
                        "usage",
                        true,
                        "processor time of limited processes is taken from cgroup v2, all else from"
                                + " /proc"));
        return sentences;
    }

    static String listed(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    /**
     * The cgroup that a new child is to join, when there are limits that one can hold. Where it
     * cannot be made they are watched only.
     *
     * @throws ProblemException when the child is to be throttled and cannot be
     */
    public Optional<ChildGroup> groupFor(ResourceLimits limits, String program) {
        boolean throttled = limits.throttle() && limits.cpuPercent().isPresent();
        if (throttled) {
            refuseUnlessThrottled(program);
        }
        if (!needed(limits)) {
            return Optional.empty();
        }
        try {
            return Optional.of(home().create(limits));
        } catch (IOException failed) {
            String why =
                    "its cgroup cannot be made ("
                            + failed.getClass().getSimpleName()
                            + " "
                            + failed.getMessage()
                            + ")";
            if (throttled) {
                throw cannotThrottle(program, why, CgroupSupport.SCOPE);
            }
            LOG.log(
                    Level.WARNING,
                    "cannot limit "
                            + program
                            + ": "
                            + why
                            + ", so its limits are watched only; "
                            + CgroupSupport.SCOPE);
            return Optional.empty();
        }
    }

    private void refuseUnlessThrottled(String program) {
        if (standing() instanceof CgroupSupport.Useless(String why, String remedy)) {
            throw cannotThrottle(program, why, remedy);
        }
        if (!controllers().contains("cpu")) {
            throw cannotThrottle(
                    program, "cgroup v2 has no cpu controller here", "leave throttle out");
        }
    }

    private static ProblemException cannotThrottle(String program, String why, String remedy) {
        return new ProblemException(
                new ChildProblem.CannotConfine("throttle " + program, why, remedy));
    }

    private boolean needed(ResourceLimits limits) {
        Set<String> there = controllers();
        return (there.contains("memory") && limits.memoryBytes().isPresent())
                || (there.contains("cpu") && limits.cpuPercent().isPresent())
                || (there.contains("pids")
                        && (limits.threads().isPresent() || limits.processes().isPresent()));
    }

    private synchronized Home home() throws IOException {
        Home known = home;
        if (known == null) {
            if (!(standing() instanceof CgroupSupport.Usable usable)) {
                throw new IOException("there is no cgroup to divide");
            }
            known = new Home(usable);
            home = known;
        }
        return known;
    }

    private synchronized Optional<Home> taken() {
        return Optional.ofNullable(home);
    }

    /** A child is gone; true when nothing is left to be removed later with {@link #sweep}. */
    public boolean retire(ChildGroup group) {
        taken().ifPresent(it -> it.retire(group));
        return sweep();
    }

    /** Removes what had to wait; true when nothing is left of it. */
    public boolean sweep() {
        return taken().map(Home::sweep).orElse(true);
    }

    /** An engine closes. */
    public void leave() {
        taken().ifPresent(Home::leave);
    }
}
