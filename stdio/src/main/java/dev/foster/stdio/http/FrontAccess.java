package dev.foster.stdio.http;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.AccessDecision;

import java.util.Optional;

/** What a front asks about those who come. */
interface FrontAccess {

    /** Lets a request in for what stands at a path, or says how it is refused. */
    AccessDecision enter(HttpRequest request, String path);

    /** How a request is refused for where it comes from, whoever sends it. */
    Optional<HttpResponse> refused(HttpRequest request);

    /** What is told to everybody about getting in, if this request is for that. */
    Optional<HttpResponse> metadata(HttpRequest request);
}
