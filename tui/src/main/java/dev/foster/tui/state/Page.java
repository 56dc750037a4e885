package dev.foster.tui.state;

/** The pages of the screen. */
public enum Page {
    OVERVIEW,
    PANELS,
    /** One process: what it says and all about it. */
    PROCESS,
    EVENTS,
    CHAT,
    /** MCP servers and their clients. */
    SERVERS,
    HELP
}
