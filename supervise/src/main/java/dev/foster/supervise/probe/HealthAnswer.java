package dev.foster.supervise.probe;

import dev.foster.supervise.probe.Http2.Frame;
import dev.foster.supervise.probe.ProbeResult.Bad;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** The answer to the one call of a connection, as its frames come in. */
final class HealthAnswer {
    static final String SILENT = "no health service answered";
    private static final int LARGEST = 64 * 1024;

    private final String service;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private final ByteArrayOutputStream headers = new ByteArrayOutputStream();
    private boolean trailers;

    HealthAnswer(String service) {
        this.service = service;
    }

    /** What it says, once a frame has completed it. */
    Optional<ProbeResult> take(Frame frame) throws IOException {
        return switch (frame.type()) {
            case Http2.DATA -> data(frame);
            case Http2.HEADERS, Http2.CONTINUATION -> headers(frame);
            case Http2.RESET ->
                    throw new IOException(SILENT + ": stream reset, error " + frame.number(0));
            case Http2.GO_AWAY -> {
                if (frame.number(0) == 0) {
                    throw new IOException(SILENT + ": it goes away, error " + frame.number(4));
                }
                // It takes no further calls, but still answers this one.
                yield Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private Optional<ProbeResult> data(Frame frame) throws IOException {
        message.write(frame.content());
        OptionalInt status = HealthMessages.status(message.toByteArray());
        if (status.isPresent()) {
            return Optional.of(HealthMessages.verdict(status.getAsInt(), service));
        }
        return frame.endsStream() || message.size() > LARGEST
                ? Optional.of(new Bad(SILENT))
                : Optional.empty();
    }

    private Optional<ProbeResult> headers(Frame frame) throws IOException {
        headers.write(frame.content());
        trailers |= frame.type() == Http2.HEADERS && frame.endsStream();
        if (trailers && frame.endsHeaders()) {
            return Optional.of(new Bad(why(GrpcStatus.find(headers.toByteArray()))));
        }
        if (frame.endsHeaders()) {
            headers.reset();
        }
        return headers.size() > LARGEST ? Optional.of(new Bad(SILENT)) : Optional.empty();
    }

    /** The call has ended without a message. */
    private String why(OptionalInt status) {
        if (status.isEmpty()) {
            return SILENT;
        }
        int code = status.getAsInt();
        return switch (code) {
            case GrpcStatus.NOT_FOUND ->
                    "the health service does not know the service "
                            + ErrorWords.quote(service)
                            + " (grpc-status 5)";
            case GrpcStatus.UNIMPLEMENTED -> "there is no health service (grpc-status 12)";
            default -> SILENT + " (grpc-status " + code + ")";
        };
    }
}
