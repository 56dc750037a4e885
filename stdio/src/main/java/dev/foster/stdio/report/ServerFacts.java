package dev.foster.stdio.report;

import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.spec.ServerSpec;

import java.util.Optional;

/**
 * How a server stands.
 *
 * @param era what it speaks, once that is known
 * @param children how many it has now
 * @param restarts how often children that live now were started again
 */
public record ServerFacts(
        String name, ServerSpec.Sharing sharing, Optional<Era> era, int children, int restarts) {}
