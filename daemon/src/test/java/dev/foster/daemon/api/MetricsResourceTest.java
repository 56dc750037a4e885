package dev.foster.daemon.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.HookView;
import dev.foster.daemon.api.PlainRequest.Reply;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;

/** Figures and hooks, over TCP. */
@Timeout(30)
class MetricsResourceTest {
    private final ApiOnPort api = new ApiOnPort();
    private final FakeOperations operations = api.operations;

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void prometheusComesWithTheToken() throws IOException {
        Reply reply = api.request("GET", "/metrics").send();

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("content-type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(reply.body())
                .endsWith("foster_process_memory_bytes{process=\"web\"} 1500000000\n");
        assertThat(new PlainRequest(api.port, "GET", "/metrics").send().status()).isEqualTo(401);
    }

    @Test
    void whoAcceptsOpenMetricsGetsThem() throws IOException {
        Reply reply =
                api.request("GET", "/metrics")
                        .with("Accept", "application/openmetrics-text")
                        .send();

        assertThat(reply.header("content-type"))
                .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(reply.body()).endsWith("# EOF\n");
    }

    @Test
    void jsonHoldsTheSame() throws IOException {
        Members metric =
                Members.of(JsonText.parse(api.request("GET", "/v1/metrics").send().body()))
                        .list("metrics", Members::of)
                        .getLast();

        assertThat(metric.text("name")).isEqualTo("foster_process_memory_bytes");
        assertThat(metric.text("type")).isEqualTo("gauge");
        assertThat(metric.text("unit")).isEqualTo("bytes");
        Members sample = metric.list("samples", Members::of).getFirst();
        assertThat(sample.text("name")).isEqualTo("foster_process_memory_bytes");
        assertThat(Members.of(sample.inner("labels")).text("process")).isEqualTo("web");
        assertThat(sample.decimal("value")).isEqualTo(1.5e9);
    }

    @Test
    void answersAreCountedByTheirClass() throws IOException {
        api.request("GET", "/v1/project").send();
        api.request("GET", "/v1/project").send();
        api.request("GET", "/v1/nothing").send();

        assertThat(api.server.answers()).containsExactly(0, 0, 2, 0, 1, 0);
    }

    @Test
    void hooksAreListedAndTested() throws IOException {
        Members listed = Members.of(JsonText.parse(api.request("GET", "/v1/notify").send().body()));
        assertThat(listed.list("hooks", HookView::fromJson)).isEqualTo(operations.hooks());

        api.request("POST", "/v1/notify/test").send();
        Reply one = api.post("/v1/notify/test", "{\"hook\":\"ops\"}");
        assertThat(one.body()).contains("\"delivered\":true", "\"took_ms\":12");
        assertThat(operations.calls)
                .extracting(call -> call.replaceAll(" by .*", ""))
                .containsExactly("test all", "test ops");
    }
}
