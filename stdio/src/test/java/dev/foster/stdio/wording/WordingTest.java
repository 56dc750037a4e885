package dev.foster.stdio.wording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.spec.CacheHint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class WordingTest {
    private static final RawJson SERVER = RawJson.parse("{\"name\":\"s\",\"version\":\"1\"}");

    private static RawJson json(String text) {
        return RawJson.parse(text.replace('\'', '"'));
    }

    @Test
    void aModernServerIsGreetedForALegacyClientInTheVersionItAskedFor() {
        RawJson discovered =
                json(
                        "{'supportedVersions':['2026-07-28'],'capabilities':{'tools':{}},"
                                + "'instructions':'hi','_meta':{'"
                                + Mcp.META_SERVER
                                + "':{'name':'s','version':'1'}}}");

        assertThat(Wording.initializeResult(discovered, Optional.of("2025-06-18")))
                .isEqualTo(
                        json(
                                "{'protocolVersion':'2025-06-18','capabilities':{'tools':{}},"
                                        + "'serverInfo':{'name':'s','version':'1'},"
                                        + "'instructions':'hi'}"));
        assertThat(
                        Wording.initializeResult(discovered, Optional.of("1999-01-01"))
                                .text("protocolVersion"))
                .contains(Mcp.LEGACY);
    }

    @Test
    void aLegacyResultGetsAllTheModernEraWants() {
        RawJson result =
                Wording.modernResult(
                        Mcp.TOOLS_LIST,
                        json("{'tools':[]}"),
                        Optional.of(SERVER),
                        new CacheHint(Duration.ofSeconds(5), true));

        assertThat(result)
                .isEqualTo(
                        json(
                                "{'tools':[],'resultType':'complete','ttlMs':5000,"
                                        + "'cacheScope':'public','_meta':{'"
                                        + Mcp.META_SERVER
                                        + "':{'name':'s','version':'1'}}}"));
        assertThat(Wording.legacyResult(result)).isEqualTo(json("{'tools':[]}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "'5'", "null", "true"})
    void aHintThatMakesNoSenseIsReplaced(String ttl) {
        RawJson result =
                Wording.modernResult(
                        Mcp.TOOLS_LIST,
                        json("{'tools':[],'ttlMs':" + ttl + ",'cacheScope':'world'}"),
                        Optional.empty(),
                        CacheHint.none());

        assertThat(result.member("ttlMs")).contains(RawJson.number(0));
        assertThat(result.text("cacheScope")).contains("private");
    }

    @Test
    void aHintOfTheServerItselfStays() {
        RawJson given =
                json(
                        "{'tools':[],'resultType':'complete','ttlMs':7,'cacheScope':'public',"
                                + "'_meta':{}}");

        assertThat(Wording.modernResult(Mcp.TOOLS_LIST, given, Optional.empty(), CacheHint.none()))
                .isEqualTo(given);
    }

    @Test
    void onlyListsSayHowLongTheyMayBeKept() {
        RawJson result =
                Wording.modernResult(
                        Mcp.TOOLS_CALL, json("{'content':[]}"), Optional.empty(), CacheHint.none());

        assertThat(result.member("ttlMs")).isEmpty();
    }

    @Test
    void aLegacyServerGetsParametersWithoutWhatTheModernEraAdds() {
        RawJson params =
                json(
                        "{'name':'x','requestState':'s','inputResponses':{},'_meta':{'"
                                + Mcp.META_VERSION
                                + "':'2026-07-28','"
                                + Mcp.META_CLIENT
                                + "':{},'"
                                + Mcp.META_CAPABILITIES
                                + "':{}}}");

        assertThat(Wording.legacyParams(params)).isEqualTo(json("{'name':'x'}"));
        assertThat(
                        Wording.legacyParams(
                                json("{'_meta':{'progressToken':1,'own/key':[1.0]},'a':1}")))
                .isEqualTo(json("{'_meta':{'progressToken':1,'own/key':[1.0]},'a':1}"));
    }

    @Test
    void questionsStandInTheResultUnderTheirKeys() {
        RpcMessage question =
                RpcMessage.request(RawJson.number(0), "roots/list", RawJson.emptyObject());
        RawJson result = Wording.inputRequired(Map.of("a", question), "state");

        assertThat(Wording.isQuestion(result)).isTrue();
        assertThat(result)
                .isEqualTo(
                        json(
                                "{'resultType':'input_required','inputRequests':{'a':{'method':"
                                        + "'roots/list','params':{}}},'requestState':'state'}"));
    }

    @Test
    void aQuestionToVisitAPageIsNamedForALegacyClient() {
        RpcMessage question =
                Wording.question(
                        RawJson.string("q-1"),
                        json(
                                "{'method':'elicitation/create','params':{'mode':'url',"
                                        + "'url':'https://x'}}"));

        assertThat(question.params().text("elicitationId")).contains("q-1");
    }

    @ParameterizedTest
    @CsvSource({
        "sampling/createMessage, sampling",
        "elicitation/create, elicitation",
        "roots/list, roots"
    })
    void aQuestionNeedsItsCapability(String method, String capability) {
        RpcMessage question = RpcMessage.request(RawJson.number(1), method, RawJson.emptyObject());

        assertThat(Wording.missingCapability(RawJson.emptyObject(), question))
                .contains(json("{'" + capability + "':{}}"));
        assertThat(Wording.missingCapability(json("{'" + capability + "':{}}"), question))
                .isEmpty();
    }

    @Test
    void oneSubscriptionHoldsAllALegacyClientWouldBeTold() {
        RawJson capabilities =
                json("{'tools':{'listChanged':true},'prompts':{},'resources':{'subscribe':true}}");

        assertThat(Wording.listenFilter(capabilities, List.of("x://1")))
                .contains(json("{'toolsListChanged':true,'resourceSubscriptions':['x://1']}"));
        assertThat(Wording.listenFilter(RawJson.emptyObject(), List.of())).isEmpty();
    }

    @Test
    void theMarkOfASubscriptionComesAndGoes() {
        RpcMessage plain =
                RpcMessage.notification("notifications/tools/list_changed", RawJson.emptyObject());
        RpcMessage marked = Wording.withSubscription(plain, RawJson.string("s"));

        assertThat(marked.params().at(Mcp.META, Mcp.META_SUBSCRIPTION))
                .contains(RawJson.string("s"));
        assertThat(Wording.withoutSubscription(marked).params()).isEqualTo(plain.params());
    }

    @Test
    void aResourceThatIsNotThereHasAnotherCodeNow() {
        RpcMessage old =
                RpcMessage.of(
                        json(
                                "{'jsonrpc':'2.0','id':1,'error':{'code':-32002,'message':'m',"
                                        + "'data':{'uri':'u'}}}"));

        assertThat(Wording.modernError(old).error().orElseThrow())
                .isEqualTo(json("{'code':-32602,'message':'m','data':{'uri':'u'}}"));
    }
}
