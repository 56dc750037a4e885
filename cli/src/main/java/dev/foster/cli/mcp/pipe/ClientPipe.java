package dev.foster.cli.mcp.pipe;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * A client that writes messages to our standard input and reads ours, one a line. One thread reads;
 * any may send.
 */
public final class ClientPipe {
    private static final int LONGEST_LINE = 64 << 20;
    private static final int BUFFER_BYTES = 32 << 10;

    private final InputStream in;
    private final PrintStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int filled;

    public ClientPipe(InputStream in, PrintStream out) {
        this.in = in;
        this.out = out;
    }

    /** Waits for the next message; empty at the end. What is no message is answered right here. */
    public Optional<RpcMessage> next() {
        for (Optional<byte[]> line = line(); line.isPresent(); line = line()) {
            if (isBlank(line.get())) {
                continue;
            }
            try {
                return Optional.of(RpcMessage.parse(line.get()));
            } catch (RpcProblem problem) {
                sendStray(problem);
            }
        }
        return Optional.empty();
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b > ' ' || b < 0) {
                return false;
            }
        }
        return true;
    }

    private Optional<byte[]> line() {
        var line = new ByteArrayOutputStream();
        boolean tooLong = false;
        while (true) {
            if (at == filled && !fill()) {
                return line.size() > 0 ? Optional.of(line.toByteArray()) : Optional.empty();
            }
            int begin = at;
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            tooLong |= line.size() + at - begin > LONGEST_LINE;
            if (!tooLong) {
                line.write(buffer, begin, at - begin);
            }
            if (at < filled) {
                at++;
                if (!tooLong) {
                    return Optional.of(line.toByteArray());
                }
                sendStray(
                        RpcProblem.parseError("it is longer than " + (LONGEST_LINE >> 20) + " MB"));
                line.reset();
                tooLong = false;
            }
        }
    }

    /** A client that is gone and one that has closed its end are the same to us. */
    private boolean fill() {
        try {
            at = 0;
            filled = Math.max(0, in.read(buffer));
        } catch (IOException gone) {
            filled = 0;
        }
        return filled > 0;
    }

    /** An error about a message whose id is not known. */
    private void sendStray(RpcProblem problem) {
        var members = new LinkedHashMap<String, RawJson>();
        members.put("jsonrpc", RawJson.string("2.0"));
        members.put("error", problem.error());
        write(RawJson.object(members));
    }

    public void send(RpcMessage message) {
        write(message.json());
    }

    private synchronized void write(RawJson json) {
        byte[] line = json.line();
        out.write(line, 0, line.length);
        out.write('\n');
        out.flush();
    }
}
