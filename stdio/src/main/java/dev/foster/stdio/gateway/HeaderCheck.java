package dev.foster.stdio.gateway;

import java.util.List;
import java.util.Map;

/** What the headers of a call must repeat before a tool gets it. */
@FunctionalInterface
public interface HeaderCheck {

    /**
     * Looks at the headers, once it is known which arguments of the tool they repeat.
     *
     * @param mirrored from the part of a header's name after Mcp-Param- to the path of the
     *     argument's name; empty when the tool is unknown
     * @throws dev.foster.stdio.rpc.RpcProblem when one does not say what the argument says
     */
    void check(Map<String, List<String>> mirrored);
}
