package dev.foster.stdio.service;

import dev.foster.process.ProcessEngine;
import dev.foster.stdio.McpService;
import dev.foster.stdio.report.ServiceListener;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A service in a JVM of its own, to be killed. */
final class ServiceJvm {
    private ServiceJvm() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        McpService service =
                McpService.start(
                        ProcessEngine.start(),
                        List.of(ShellServer.stubborn("shell")),
                        LiveService.settings(LiveService.many()),
                        ServiceListener.none());
        System.out.println(service.address().getPort());
        new CountDownLatch(1).await();
    }
}
