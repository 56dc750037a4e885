package greeter;

import dev.foster.sdk.Plugin;

import io.grpc.stub.StreamObserver;

import java.util.List;

/** A plugin: greets whoever asks. */
public final class GreeterPlugin extends GreeterGrpc.GreeterImplBase {

    @Override
    public void greet(GreetRequest request, StreamObserver<GreetReply> answer) {
        answer.onNext(GreetReply.newBuilder().setText("Hello, " + request.getName() + "!").build());
        answer.onCompleted();
    }

    public static void main(String[] arguments) {
        Plugin.named("greeter")
                .cookie("FOSTER_PLUGIN", "hosted")
                .version(1, context -> List.of(new GreeterPlugin()))
                .serve();
    }
}
