package dev.foster.daemon.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ActionResult;
import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.control.EventTone;
import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.GaugeView;
import dev.foster.control.HealthView;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.LogLineView;
import dev.foster.control.McpChannelView;
import dev.foster.control.McpMethodView;
import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.control.PlanChange;
import dev.foster.control.PlanView;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProblemView;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.ScreenView;
import dev.foster.control.TailView;
import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;
import dev.foster.control.UsageView;
import dev.foster.control.WebLink;
import dev.foster.control.WhyView;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.Test;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The document describes the API as it is: every route, every record, every member. */
class OpenApiTest {
    private static final List<Class<? extends Record>> RECORDS =
            List.of(
                    ProcessView.class,
                    UsageView.class,
                    UsageView.CurrentUsageView.class,
                    UsageView.PeakUsageView.class,
                    UsageView.LimitsView.class,
                    UsageHistoryView.class,
                    UsageLineView.class,
                    GaugeView.class,
                    ProjectView.class,
                    ScreenView.class,
                    ScreenView.KeyView.class,
                    EventView.class,
                    LogLineView.class,
                    TailView.class,
                    WhyView.class,
                    FactsView.class,
                    FactsView.RunView.class,
                    PlanView.class,
                    PlanChange.class,
                    ActionResult.class,
                    BusView.class,
                    BusView.CommandView.class,
                    BusConnectionView.class,
                    BusSubjectView.class,
                    BusAnswer.class,
                    WebLink.class,
                    ChatView.class,
                    McpView.class,
                    McpServerView.class,
                    McpSessionView.class,
                    McpChannelView.class,
                    McpMethodView.class,
                    HealthView.class,
                    HealthView.PartView.class,
                    HookView.class,
                    HookTestView.class,
                    ProblemView.class);

    private final Members document = Members.of(JsonText.parse(OpenApiResource.document()));
    private final Members schemas =
            Members.of(Members.of(document.inner("components")).inner("schemas"));

    @Test
    void everyRouteIsDescribedAndNothingElse() {
        Set<String> routes =
                new Routes(new FakeOperations())
                        .all().stream()
                                .map(route -> route.method() + " " + route.text())
                                .collect(Collectors.toCollection(TreeSet::new));
        var described = new TreeSet<String>();
        document.inner("paths")
                .forEach(
                        (path, methods) ->
                                Members.of(methods)
                                        .object()
                                        .keySet()
                                        .forEach(
                                                method ->
                                                        described.add(
                                                                method.toUpperCase(Locale.ROOT)
                                                                        + " "
                                                                        + path)));

        assertThat(described).isEqualTo(routes);
    }

    @Test
    void everyPathNamesWhatStandsInItsBraces() {
        document.inner("paths")
                .forEach(
                        (path, methods) ->
                                Members.of(methods)
                                        .object()
                                        .values()
                                        .forEach(
                                                operation ->
                                                        assertThat(pathParameters(operation))
                                                                .as(path)
                                                                .isEqualTo(
                                                                        path.contains("{name}")
                                                                                ? List.of("name")
                                                                                : List.of())));
    }

    private static List<String> pathParameters(Object operation) {
        return Members.of(operation).list("parameters", Members::of).stream()
                .filter(parameter -> parameter.text("in").equals("path"))
                .map(parameter -> parameter.text("name"))
                .toList();
    }

    @Test
    void everyRecordIsDescribedAndNothingElse() {
        assertThat(schemas.object().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        RECORDS.stream().map(Class::getSimpleName).toList());
    }

    @Test
    void everyMemberOfEveryRecordIsDescribedWithItsType() {
        for (Class<? extends Record> type : RECORDS) {
            Members schema = Members.of(schemas.inner(type.getSimpleName()));
            Map<String, Object> properties = schema.inner("properties");
            List<RecordComponent> components = members(type);

            assertThat(properties.keySet())
                    .as(type.getSimpleName())
                    .containsExactlyInAnyOrderElementsOf(
                            components.stream().map(OpenApiTest::member).toList());
            assertThat(schema.texts("required"))
                    .as("what %s always has", type.getSimpleName())
                    .containsExactlyInAnyOrderElementsOf(
                            components.stream()
                                    .filter(component -> component.getType() != Optional.class)
                                    .map(OpenApiTest::member)
                                    .toList());
            for (RecordComponent component : components) {
                assertThat(describedType(Members.of(properties).inner(member(component))))
                        .as(type.getSimpleName() + "." + component.getName())
                        .isEqualTo(wireType(type, component));
            }
        }
    }

    /**
     * The members of a record; those of its parts, which the wire does not know, beside its own.
     */
    private static List<RecordComponent> members(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(it -> isPart(it, type) ? members(it.getType()).stream() : Stream.of(it))
                .toList();
    }

    private static boolean isPart(RecordComponent component, Class<?> of) {
        return component.getType().isRecord()
                && component.getType().getDeclaringClass() == of
                && !RECORDS.contains(component.getType());
    }

    /** The name on the wire: {@code startedAt} is {@code started_at} there. */
    private static String member(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static String describedType(Map<String, Object> schema) {
        Members members = Members.of(schema);
        Optional<String> reference = members.optionalText("$ref");
        if (reference.isPresent()) {
            return reference.get().replaceAll(".*/", "");
        }
        // A figure of a list may be missing there.
        String type =
                members.object().get("type") instanceof List<?>
                        ? members.texts("type").getFirst()
                        : members.text("type");
        return switch (type) {
            case "array" -> "array of " + describedType(members.inner("items"));
            case "string" -> members.optionalText("format").orElse("string");
            default -> type;
        };
    }

    /** A line of a tail is a list, because many of them are sent. */
    private static String wireType(Class<? extends Record> type, RecordComponent component) {
        return type == TailView.class && component.getName().equals("lines")
                ? "array of array of string"
                : jsonType(component.getGenericType());
    }

    private static String jsonType(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type inner = generic.getActualTypeArguments()[0];
            if (generic.getRawType() == Optional.class) {
                return jsonType(inner);
            }
            return generic.getRawType() == List.class ? "array of " + jsonType(inner) : "object";
        }
        if (type == String.class || type == ProcessState.class || type == EventTone.class) {
            return "string";
        }
        if (type == Instant.class) {
            return "date-time";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "boolean";
        }
        if (type == double.class || type == Double.class) {
            return "number";
        }
        return type == long.class || type == int.class || type == Long.class
                ? "integer"
                : ((Class<?>) type).getSimpleName();
    }

    @Test
    void theWordsAreThoseOfTheProgram() {
        List<String> states =
                Arrays.stream(ProcessState.values())
                        .filter(state -> state != ProcessState.UNKNOWN)
                        .map(ProcessState::word)
                        .toList();
        List<String> codes = Arrays.stream(ProblemCode.values()).map(ProblemCode::word).toList();

        assertThat(words("ProcessView", "state")).isEqualTo(states);
        assertThat(words("WhyView", "state")).isEqualTo(states);
        assertThat(words("EventView", "tone"))
                .isEqualTo(Arrays.stream(EventTone.values()).map(EventTone::word).toList());
        assertThat(words("ProblemView", "code")).isEqualTo(codes);
        assertThat(words("LogLineView", "stream"))
                .containsExactly(LogLineView.OUT, LogLineView.ERR, LogLineView.FOSTER);
        assertThat(words("PartView", "state"))
                .containsExactly(
                        HealthView.WELL, HealthView.STUCK, HealthView.GONE, HealthView.UNGUARDED);
        assertThat(words("PlanChange", "action"))
                .containsExactly(
                        PlanChange.START, PlanChange.RESTART, PlanChange.STOP, PlanChange.UPDATE);
    }

    private List<String> words(String schema, String member) {
        Members properties = Members.of(Members.of(schemas.inner(schema)).inner("properties"));
        return Members.of(properties.inner(member)).texts("enum");
    }
}
