package dev.foster.bench.mcp;

/** What a reader of the results has to know first. */
final class Preface {
    private Preface() {}

    static String text(Lineup lineup) {
        return """
        # Stdio servers behind HTTP

        Written by `bench/run mcp`. *foster* is `./foster mcp serve --no-auth`, *supergateway* is version %s, stateful, without its log
        of every message (`--logLevel none`), on Node 22. Both are a process of their own, with a server process for each
        session: the fixture of the tests, which runs on the same Node; for memory server-everything. The clients are one Java
        program with a small HTTP client, connections kept, the same for both; gateway, servers and clients share the
        processors. Clients are of the revision 2025-11-25, in *stateless* of 2026-07-28.
        In each round each takes a turn, in random order and in a new process. A ratio is the median of the ratios of the
        rounds, with their range behind it: read ratios, not absolutes. Linux %s, %d processors, JDK %s.

        """
                .formatted(
                        lineup.peer().version(),
                        System.getProperty("os.version").replaceFirst("-.*", ""),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("java.runtime.version"));
    }
}
