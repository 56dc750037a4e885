package dev.foster.stdio.http;

import dev.foster.stdio.gateway.LateCall;

/** A request of a session that is not answered yet; the server may not even have it. */
record Running(Recording recording, LateCall call) {}
