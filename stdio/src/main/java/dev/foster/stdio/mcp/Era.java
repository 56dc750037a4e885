package dev.foster.stdio.mcp;

/** The two kinds of MCP: with a handshake and sessions, or with neither. */
public enum Era {
    /** Up to 2025-11-25: initialize first; the server may ask the client. */
    LEGACY,
    /** From 2026-07-28: every request stands alone; a server asks back in its results. */
    MODERN
}
