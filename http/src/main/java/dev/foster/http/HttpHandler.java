package dev.foster.http;

/** What a server does with requests; called by many threads at once. */
@FunctionalInterface
public interface HttpHandler {

    HttpResponse handle(HttpRequest request);
}
