package dev.foster.sdk.kv;

import dev.foster.plugin.kv.AddHelperGrpc;
import dev.foster.plugin.kv.SumRequest;
import dev.foster.plugin.kv.SumResponse;

import io.grpc.stub.StreamObserver;

/** Adds, for whoever dials. */
public final class Adder extends AddHelperGrpc.AddHelperImplBase {
    @Override
    public void sum(SumRequest request, StreamObserver<SumResponse> answer) {
        answer.onNext(SumResponse.newBuilder().setR(request.getA() + request.getB()).build());
        answer.onCompleted();
    }
}
