package dev.foster.plugin.protocol.transport;

import dev.foster.plugin.protocol.Quoted;

import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Exception;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.security.GeneralSecurityException;
import java.util.Arrays;

import javax.net.ssl.SSLException;

/**
 * Why a call to a peer failed, in words for people. What gRPC itself says of a connection names its
 * classes, its pipeline and whatever bytes it read.
 */
public final class CallFailure {
    /** Causes can go in circles. */
    private static final int DEEPEST = 20;

    private CallFailure() {}

    /** Whether the connection is to blame: not the peer's answer, and not what was asked for. */
    public static boolean ofConnection(Status status, boolean answered) {
        return !answered
                && (status.getCode() == Status.Code.UNAVAILABLE
                        || (status.getCode() == Status.Code.UNKNOWN && status.getCause() != null));
    }

    /** The code, for those who know gRPC, and the reason. */
    public static String words(Status status, boolean answered) {
        return status.getCode() + ", " + reason(status, answered);
    }

    /**
     * What it means here.
     *
     * @param answered whether the peer's gRPC itself sent the status
     */
    public static String reason(Status status, boolean answered) {
        return answered ? said(status) : seen(status);
    }

    private static String said(Status status) {
        String description = status.getDescription();
        return description == null ? "it says no more" : "it says " + Quoted.text(description);
    }

    private static String seen(Status status) {
        if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
            return "it did not answer in time";
        }
        if (status.getCode() == Status.Code.CANCELLED) {
            return "the call was cancelled";
        }
        if (isCausedBy(status, SSLException.class, GeneralSecurityException.class)) {
            return "the two do not agree on TLS or on each other's certificate";
        }
        if (isCausedBy(status, ConnectException.class, NoRouteToHostException.class)) {
            return "nobody listens at its address";
        }
        return ofConnection(status, false) && !isCausedBy(status, Http2Exception.class)
                ? "the connection to it broke"
                : "what listens at its address does not speak gRPC";
    }

    private static boolean isCausedBy(Status status, Class<?>... kinds) {
        Throwable cause = status.getCause();
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            Throwable at = cause;
            if (Arrays.stream(kinds).anyMatch(kind -> kind.isInstance(at))) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
