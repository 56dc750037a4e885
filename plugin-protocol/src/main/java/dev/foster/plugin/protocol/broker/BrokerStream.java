package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.transport.CallFailure;
import dev.foster.plugin.protocol.wire.ConnInfo;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.StreamObserver;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The stream on which the two sides tell each other about further connections. What is said before
 * it is there waits; when it ends, it has ended for good.
 */
final class BrokerStream {
    /** Answers that wait for the stream; a peer that is not there yet asks for few. */
    private static final int MOST_EARLY = 1024;

    private final Consumer<ConnInfo> receiver;
    private final Consumer<BrokerProblem.Closed> onEnd;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<ConnInfo> early = new ArrayDeque<>();
    private boolean started;
    private @Nullable StreamObserver<ConnInfo> peer;
    private BrokerProblem.@Nullable Closed end;

    /** Both are called without a lock held; the receiver, one message after the other. */
    BrokerStream(Consumer<ConnInfo> receiver, Consumer<BrokerProblem.Closed> onEnd) {
        this.receiver = receiver;
        this.onEnd = onEnd;
    }

    /** The one stream begins; gives what is to hear the peer. */
    StreamObserver<ConnInfo> start() {
        lock.lock();
        try {
            if (end != null) {
                throw new ProtocolException(end);
            } else if (started) {
                throw new ProtocolException(new BrokerProblem.AlreadyStarted());
            }
            started = true;
            return new Incoming();
        } finally {
            lock.unlock();
        }
    }

    /** The peer can be spoken to. */
    void speakTo(StreamObserver<ConnInfo> peer) {
        lock.lock();
        try {
            this.peer = peer;
            if (end != null) {
                peer.onCompleted();
            } else {
                early.forEach(peer::onNext);
            }
            early.clear();
        } finally {
            lock.unlock();
        }
    }

    void say(ConnInfo message) {
        lock.lock();
        try {
            if (end != null) {
                throw new ProtocolException(end);
            } else if (peer == null) {
                early.add(message);
            } else {
                peer.onNext(message);
            }
        } catch (IllegalStateException | StatusRuntimeException endedMeanwhile) {
            throw new ProtocolException(
                    new BrokerProblem.Closed("the stream ended"), endedMeanwhile);
        } finally {
            lock.unlock();
        }
    }

    /** Says it unless the peer does not listen: answers that nobody takes must not pile up. */
    void answer(ConnInfo message) {
        lock.lock();
        try {
            if (end == null && peer == null && early.size() < MOST_EARLY) {
                early.add(message);
            } else if (end == null
                    && peer instanceof CallStreamObserver<ConnInfo> call
                    && call.isReady()) {
                call.onNext(message);
            }
        } catch (IllegalStateException | StatusRuntimeException endedMeanwhile) {
            // Whoever asked is gone, and so is this broker in a moment.
        } finally {
            lock.unlock();
        }
    }

    /** Ends it, from this side. */
    void close(BrokerProblem.Closed why) {
        lock.lock();
        try {
            if (end != null) {
                return;
            }
            end = why;
            early.clear();
            if (peer != null) {
                peer.onCompleted();
            }
        } catch (IllegalStateException | StatusRuntimeException endedMeanwhile) {
            // The peer was faster.
        } finally {
            lock.unlock();
        }
        onEnd.accept(why);
    }

    private final class Incoming implements StreamObserver<ConnInfo> {
        @Override
        public void onNext(ConnInfo message) {
            receiver.accept(message);
        }

        @Override
        public void onError(Throwable failure) {
            Status status = Status.fromThrowable(failure);
            // What the peer says itself has no cause here.
            boolean said = status.getCause() == null;
            close(
                    new BrokerProblem.Closed(
                            "the stream failed: " + CallFailure.words(status, said)));
        }

        @Override
        public void onCompleted() {
            close(new BrokerProblem.Closed("the other side ended it"));
        }
    }
}
