package dev.foster.daemon.metrics;

import java.util.List;

/**
 * What Foster offers to those who measure it. This is all of it: the reference, the dashboard and
 * the figures are held to this list by tests.
 */
public enum Metric {
    INFO(Type.INFO, "foster", "", "What this daemon is.", "project", "version", "engine"),
    PROCESSES(Type.GAUGE, "foster_processes", "", "Processes of the project."),
    PROCESSES_SUMMED(
            Type.GAUGE,
            "foster_processes_summed",
            "",
            "Processes that have no series of their own and are summed up as (other)."),
    PROCESS_STATE(
            Type.GAUGE,
            "foster_process_state",
            "",
            "1 for the state a process is in, 0 for all others.",
            "process",
            "state"),
    PROCESS_UP(Type.GAUGE, "foster_process_up", "", "1 while a process runs.", "process"),
    PROCESS_READY(
            Type.GAUGE,
            "foster_process_ready",
            "",
            "1 while a process is up and ready.",
            "process"),
    PROCESS_WANTED(
            Type.GAUGE, "foster_process_wanted", "", "1 while a process should be up.", "process"),
    PROCESS_RESTARTS(
            Type.COUNTER,
            "foster_process_restarts",
            "",
            "Restarts that nobody asked for.",
            "process"),
    PROCESS_EXITS(
            Type.COUNTER,
            "foster_process_exits",
            "",
            "Runs that ended, and starts that failed, by reason.",
            "process",
            "reason"),
    PROCESS_FORCED_STOPS(
            Type.COUNTER,
            "foster_process_forced_stops",
            "",
            "Stops in which a process outlived its grace and was killed.",
            "process"),
    PROCESS_START_TIME(
            Type.GAUGE,
            "foster_process_start_time_seconds",
            "seconds",
            "When the current run began, since 1970.",
            "process"),
    PROCESS_UPTIME(
            Type.GAUGE,
            "foster_process_uptime_seconds",
            "seconds",
            "How long the current run has lasted.",
            "process"),
    PROCESS_CPU(
            Type.COUNTER,
            "foster_process_cpu_seconds",
            "seconds",
            "Processor time of the current run with all its descendants.",
            "process"),
    PROCESS_MEMORY(
            Type.GAUGE,
            "foster_process_memory_bytes",
            "bytes",
            "Resident memory of a process with all its descendants.",
            "process"),
    PROCESS_MEMORY_PEAK(
            Type.GAUGE,
            "foster_process_memory_peak_bytes",
            "bytes",
            "The most resident memory that was measured since the daemon began.",
            "process"),
    PROCESS_THREADS(
            Type.GAUGE,
            "foster_process_threads",
            "",
            "Threads of a process with all its descendants.",
            "process"),
    PROCESS_TREE(
            Type.GAUGE,
            "foster_process_tree_processes",
            "",
            "Processes in its tree, itself included.",
            "process"),
    PROCESS_FILES(
            Type.GAUGE,
            "foster_process_open_files",
            "",
            "Open descriptors of a process with all its descendants.",
            "process"),
    PROCESS_READ(
            Type.COUNTER,
            "foster_process_read_bytes",
            "bytes",
            "What the current run read from storage.",
            "process"),
    PROCESS_WRITTEN(
            Type.COUNTER,
            "foster_process_written_bytes",
            "bytes",
            "What the current run wrote to storage.",
            "process"),
    LIMIT_MEMORY(
            Type.GAUGE,
            "foster_process_memory_limit_bytes",
            "bytes",
            "What a process may hold, where it has such a limit.",
            "process"),
    LIMIT_CPU(
            Type.GAUGE,
            "foster_process_cpu_limit_cores",
            "cores",
            "How many cores a process may use, where it has such a limit.",
            "process"),
    LIMIT_THREADS(
            Type.GAUGE,
            "foster_process_threads_limit",
            "",
            "How many threads a process may have, where it has such a limit.",
            "process"),
    LIMIT_FILES(
            Type.GAUGE,
            "foster_process_open_files_limit",
            "",
            "How many descriptors each process of its tree may have open, where there is a limit.",
            "process"),
    LIMIT_TREE(
            Type.GAUGE,
            "foster_process_tree_processes_limit",
            "",
            "How many processes its tree may have, where there is a limit.",
            "process"),
    LOG_LINES(Type.COUNTER, "foster_log_lines", "", "Lines taken into its log.", "process"),
    LOG_BYTES(
            Type.COUNTER,
            "foster_log_bytes",
            "bytes",
            "Bytes taken into its log, with the time of each line.",
            "process"),
    LOG_DROPPED(
            Type.COUNTER,
            "foster_log_dropped_bytes",
            "bytes",
            "Bytes of output that are not in its log: they came too fast, or the disk was full.",
            "process"),
    PROBE_DURATION(
            Type.HISTOGRAM,
            "foster_probe_duration_seconds",
            "seconds",
            "How long answers to probes took, good or bad.",
            "process",
            "role"),
    PROBE_FAILURES(
            Type.COUNTER,
            "foster_probe_failures",
            "",
            "Probes that were answered badly or not in time.",
            "process",
            "role"),
    BUS_CONNECTED(
            Type.GAUGE, "foster_bus_connected", "", "1 while the daemon is connected to the bus."),
    BUS_CONNECTIONS(
            Type.GAUGE, "foster_bus_connections", "", "Clients of the bus that the daemon runs."),
    BUS_SUBSCRIPTIONS(
            Type.GAUGE, "foster_bus_subscriptions", "", "Subscriptions of all its clients."),
    BUS_MESSAGES(
            Type.COUNTER,
            "foster_bus_messages",
            "",
            "Messages that came in from clients or went out to them.",
            "direction"),
    BUS_BYTES(Type.COUNTER, "foster_bus_bytes", "bytes", "Payload of these messages.", "direction"),
    BUS_SLOW(
            Type.COUNTER,
            "foster_bus_slow_consumers",
            "",
            "Clients that were cut off because they read too slowly."),
    PLUGIN_CALLS(
            Type.SUMMARY,
            "foster_plugin_call_duration_seconds",
            "seconds",
            "Commands that plugins were asked to answer, and how long that took.",
            "plugin"),
    PLUGIN_ERRORS(
            Type.COUNTER,
            "foster_plugin_call_errors",
            "",
            "Commands that a plugin did not answer.",
            "plugin"),
    MCP_SESSIONS(Type.GAUGE, "foster_mcp_sessions", "", "Open sessions of clients.", "server"),
    MCP_CHILDREN(Type.GAUGE, "foster_mcp_children", "", "Processes of a server.", "server"),
    MCP_RESTARTS(
            Type.COUNTER,
            "foster_mcp_child_restarts",
            "",
            "Processes of a server that were started again.",
            "server"),
    MCP_CALLS(
            Type.SUMMARY,
            "foster_mcp_call_duration_seconds",
            "seconds",
            "Requests of clients, and how long their answers took.",
            "server",
            "method"),
    MCP_ERRORS(
            Type.COUNTER,
            "foster_mcp_call_errors",
            "",
            "Requests that were answered with an error.",
            "server",
            "method"),
    API_REQUESTS(
            Type.COUNTER,
            "foster_api_requests",
            "",
            "Requests to the API, by the class of their status.",
            "code"),
    API_CONNECTIONS(Type.GAUGE, "foster_api_connections", "", "Connections to the API."),
    JOURNAL_EVENTS(
            Type.COUNTER, "foster_journal_events", "", "Events in the journal of the project."),
    NOTIFICATIONS(
            Type.COUNTER,
            "foster_notifications",
            "",
            "Notifications by what became of them.",
            "hook",
            "result"),
    NOTIFICATIONS_QUEUED(
            Type.GAUGE,
            "foster_notifications_queued",
            "",
            "Notifications that wait for their delivery.",
            "hook"),
    EXPORTS(
            Type.COUNTER,
            "foster_metrics_exports",
            "",
            "Attempts to send these figures by OTLP.",
            "result"),
    CPU(Type.COUNTER, "process_cpu_seconds", "seconds", "Processor time of the daemon itself."),
    START_TIME(
            Type.GAUGE,
            "process_start_time_seconds",
            "seconds",
            "When the daemon began, since 1970."),
    RESIDENT(
            Type.GAUGE,
            "process_resident_memory_bytes",
            "bytes",
            "Resident memory of the daemon itself."),
    OPEN_FILES(Type.GAUGE, "process_open_fds", "", "Descriptors the daemon has open."),
    MOST_FILES(Type.GAUGE, "process_max_fds", "", "Descriptors the daemon may have open."),
    JVM_USED(
            Type.GAUGE,
            "jvm_memory_used_bytes",
            "bytes",
            "Memory of the daemon's JVM that is in use.",
            "area"),
    JVM_COMMITTED(
            Type.GAUGE,
            "jvm_memory_committed_bytes",
            "bytes",
            "Memory that the daemon's JVM has.",
            "area"),
    JVM_MAX(
            Type.GAUGE,
            "jvm_memory_max_bytes",
            "bytes",
            "Memory that the daemon's JVM may take, where it is bounded.",
            "area"),
    JVM_COLLECTIONS(
            Type.SUMMARY,
            "jvm_gc_collection_seconds",
            "seconds",
            "Garbage collections of the daemon's JVM, and how long they took.",
            "gc"),
    JVM_THREADS(
            Type.GAUGE,
            "jvm_threads_current",
            "",
            "Platform threads of the daemon's JVM; virtual ones are not counted.");

    /** How a figure behaves. */
    public enum Type {
        /** It only grows, until what it counts begins anew. */
        COUNTER,
        GAUGE,
        /** Always 1; its labels say something. */
        INFO,
        HISTOGRAM,
        /** How many there were and their sum. */
        SUMMARY;

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final Type type;
    private final String family;
    private final String unit;
    private final String meaning;

    // List.of() cannot change; its type cannot say so.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> labels;

    Metric(Type type, String family, String unit, String meaning, String... labels) {
        this.type = type;
        this.family = family;
        this.unit = unit;
        this.meaning = meaning;
        this.labels = List.of(labels);
    }

    public Type type() {
        return type;
    }

    /** Its name without what counters and infos have behind it. */
    public String family() {
        return family;
    }

    /** Its name in Prometheus: what one writes into a query. */
    public String title() {
        return switch (type) {
            case COUNTER -> family + "_total";
            case INFO -> family + "_info";
            case GAUGE, HISTOGRAM, SUMMARY -> family;
        };
    }

    /** What it is counted in; empty for mere numbers. The name ends with it. */
    public String unit() {
        return unit;
    }

    /** One sentence. */
    public String meaning() {
        return meaning;
    }

    public List<String> labels() {
        return labels;
    }
}
