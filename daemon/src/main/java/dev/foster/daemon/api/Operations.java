package dev.foster.daemon.api;

import dev.foster.control.ActionResult;
import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.ControlProblem;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.HealthView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.control.McpView;
import dev.foster.control.PlanView;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.UsageLineView;
import dev.foster.control.UsageView;
import dev.foster.control.WebLink;
import dev.foster.control.WhyView;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.daemon.follow.Tails;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.http.HttpHandler;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Everything the API offers, as the daemon does it. Called by many threads at once. What cannot be
 * done is thrown as a {@link ControlProblem}.
 *
 * <p>Requests that change something return once the supervision has taken them in, not when they
 * are done: whoever looks at a process afterwards sees it on its way. {@code who} says who asked,
 * for the journal.
 */
public interface Operations {

    ProjectView project();

    /** In the order of the project's file. */
    List<ProcessView> processes();

    ProcessView process(String name);

    /**
     * The processes that patterns mean, each once, in the order of the file: a name, a group, a
     * pattern with {@code *} and {@code ?}, or {@code all}. A pattern that means none is an {@code
     * unknown-name} problem.
     */
    List<String> select(List<String> patterns);

    ActionResult start(List<String> names, boolean withDependencies, String who);

    /**
     * Begins to stop processes.
     *
     * @param force kill at once instead of asking first
     */
    ActionResult stop(List<String> names, boolean force, String who);

    ActionResult restart(List<String> names, String who);

    /**
     * Replaces processes without a gap: a new one is started beside each, takes over when it is
     * ready, and the old one finishes its work and ends.
     *
     * @throws ControlProblem when a new one does not become ready; the old one stays then
     */
    ActionResult replace(List<String> names, String who);

    /** The bus and its commands. */
    BusView bus();

    /** Who is on the bus and what each sent and got; empty where the bus is not Foster's own. */
    List<BusConnectionView> busConnections();

    /** Who listens to what on the bus; empty where it is not Foster's own. */
    List<BusSubjectView> busSubjects();

    /** Asks on the bus, and waits for the answer. */
    BusAnswer busRequest(String subject, String data, Duration limit, String who);

    /** Answers what a person wrote. */
    ChatView chat(String user, String text);

    /** The MCP servers and who uses them; an empty view where there are none. */
    McpView mcp();

    /** Whether the daemon itself is well. */
    HealthView health();

    /** All figures of this moment. */
    List<MetricFamily> metrics();

    /** Who is told what happens. */
    List<HookView> hooks();

    /** Sends a test message to a hook, or to all, and waits for what comes of it. */
    List<HookTestView> testHooks(Optional<String> hook, String who);

    /** Ends a client's session with an MCP server; none of that id is an unknown name. */
    void endMcpSession(String id, String who);

    /** The MCP servers themselves, for clients that come through the project's own socket. */
    Optional<HttpHandler> mcpServers();

    /**
     * A link that lets one person in to the dashboard, which is opened if it was not.
     *
     * @param port where to open it, instead of the usual place
     * @param reset whether to make another token first, and log everybody out
     */
    WebLink web(OptionalInt port, boolean reset, String who);

    /** Like {@link #select}, of all that have a log: MCP servers as well. */
    List<String> selectLogs(List<String> patterns);

    /**
     * Sends a signal to a process's group.
     *
     * @param signal a name or a number as a person writes it
     */
    void signal(String name, String signal, String who);

    /**
     * Writes to a process's standard input.
     *
     * @param end whether to close it afterwards
     */
    void input(String name, byte[] text, boolean end);

    WhyView why(String name);

    /**
     * What a process uses, used at most, and used in the last hour.
     *
     * @param proportional whether to find out what it really holds, which is costly
     */
    UsageView usage(String name, boolean proportional);

    /** What all used in the last so many seconds, in the order of the project's file. */
    List<UsageLineView> usages(int seconds);

    /** What is settled about a process, and how its runs went. */
    FactsView facts(String name);

    PlanView plan();

    ActionResult reload(String who);

    /** Begins to stop everything, and the daemon at last. */
    void down(String who);

    /**
     * Events with an id greater than {@code after}, the oldest first, at most {@code limit}: the
     * first of them; without {@code after}, the newest.
     */
    List<EventView> events(OptionalLong after, int limit, Optional<String> process);

    /** The events behind {@code after}, then every new one, none twice and none left out. */
    FollowHandle followEvents(long after, Optional<String> process, Follower<EventView> follower);

    /**
     * All processes as they are, then what changes.
     *
     * @param usage whether also, once a second, those that use something else than before
     */
    FollowHandle followProcesses(boolean usage, Follower<ProcessUpdate> follower);

    /** The lines of the query, the oldest first, at most {@code limit}: the first of them. */
    List<LogLineView> logs(LogQuery query, int limit);

    /**
     * The lines of the query, then every new one. Called by a thread of its own, the follower may
     * take its time: lines are kept on disk, and nobody else waits.
     */
    FollowHandle followLogs(LogQuery query, Follower<LogLineView> follower);

    /**
     * The last lines of processes, then their newest ones whenever somebody looks.
     *
     * @param names empty for all
     * @param lines at most how many of a process at once
     * @param first at most how many of a process at the beginning
     */
    Tails tails(List<String> names, int lines, int first);
}
