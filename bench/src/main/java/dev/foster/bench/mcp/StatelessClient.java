package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;

/** A client of the revision 2026-07-28: no handshake, and each request says it all. */
final class StatelessClient implements AutoCloseable {
    private final HttpLine line;
    private long last;

    StatelessClient(int port, String path) throws TrialFailed {
        line = new HttpLine(port, path);
    }

    long ask(Question question) throws TrialFailed {
        long id = ++last;
        String headers =
                "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: "
                        + question.method()
                        + "\r\n"
                        + (question.name().isEmpty()
                                ? ""
                                : "Mcp-Name: " + question.name() + "\r\n");
        String message = question.modern(id);
        long begun = System.nanoTime();
        HttpLine.Reply reply = line.post(headers, message, id);
        if (reply.status() != 200 || !reply.text().contains(question.sign())) {
            String text = reply.text().strip();
            throw new TrialFailed(
                    "a call was not answered: "
                            + reply.status()
                            + " "
                            + text.substring(0, Math.min(text.length(), 200)));
        }
        return reply.at() - begun;
    }

    @Override
    public void close() {
        line.close();
    }
}
