package dev.foster.daemon.bus;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BrokerStatistics;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.ClientTrouble;
import dev.foster.control.BusAnswer;
import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.control.ChatView;
import dev.foster.daemon.bus.Chat.Said;
import dev.foster.daemon.bus.Chat.Way;
import dev.foster.daemon.config.BusSpec;
import dev.foster.daemon.config.BusSpec.Where;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.http.Strangers;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.message.BusEntry;
import dev.foster.plugin.message.BusProblem;
import dev.foster.plugin.message.EmbeddedBus;
import dev.foster.plugin.message.MessageBus;
import dev.foster.plugin.message.MessageListener;
import dev.foster.plugin.message.RemoteBus;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;

import io.nats.client.Message;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/** The bus of a project, and all that Foster does on it. */
@SuppressWarnings("exports") // the plugin host is no module
public final class ProjectBus implements AutoCloseable {
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final MessagePlugins messagePlugins = new MessagePlugins();
    private final BusSpec spec;
    private final MessageBus bus;
    private final EventPublisher news;
    private final UsagePublisher usage;
    private final BusTrial trial;
    private volatile Optional<Chat> chat = Optional.empty();

    /**
     * Opens it.
     *
     * @param troubles hears of clients that had to go, or could not come in, if it is our own
     * @throws BusProblem when the embedded one cannot listen where it shall
     */
    public ProjectBus(BusSpec spec, Consumer<ClientTrouble> troubles) {
        this.spec = spec;
        this.bus = open(spec.where(), troubles);
        this.news = new EventPublisher(bus);
        this.usage = new UsagePublisher(bus, executor, spec.usage());
        this.trial = new BusTrial(bus);
    }

    private static MessageBus open(Where where, Consumer<ClientTrouble> troubles) {
        return switch (where) {
            case Where.Remote(BusEntry entry, var _) -> new RemoteBus(entry);
            case Where.Embedded(
                            String host,
                            int port,
                            Optional<BusEntry.User> guest,
                            Set<String> bridges) -> {
                BrokerOptions options =
                        BrokerOptions.defaults()
                                .withHost(host)
                                .withPort(port)
                                .withStrangers(Strangers.share());
                yield embedded(
                        guest.map(it -> options.withUser(BusUser.of(it.name(), it.password())))
                                .orElse(options),
                        bridges,
                        troubles);
            }
        };
    }

    private static EmbeddedBus embedded(
            BrokerOptions options, Set<String> bridges, Consumer<ClientTrouble> troubles) {
        try {
            return EmbeddedBus.start(options, bridges, troubles);
        } catch (RuntimeException refused) {
            throw new BusProblem(
                    "cannot open the bus at "
                            + options.host()
                            + ":"
                            + options.port()
                            + ": "
                            + refused.getMessage()
                            + "; name another address below bus.listen",
                    refused);
        }
    }

    public MessageBus bus() {
        return bus;
    }

    /** How plugins come onto it once this is what the project's file says. */
    public BusEntry entry(Optional<BusSpec> wanted) {
        return wanted.filter(spec::canBecome)
                .flatMap(
                        next ->
                                next.where() instanceof Where.Remote there
                                        ? Optional.of(there.entry())
                                        : Optional.empty())
                .orElseGet(bus::entry);
    }

    /** Goes to where a bus of somebody else is now, in the way that it lets us in now. */
    public void enter(Optional<BusSpec> wanted) {
        if (bus instanceof RemoteBus remote) {
            remote.enter(entry(wanted));
        }
    }

    /** Hears of the runs of a plugin. */
    public MessageListener listener(PluginManifest manifest) {
        return messagePlugins.of(manifest);
    }

    /** Forgets the plugins that are no longer in the project. */
    public void keep(Set<String> plugins) {
        messagePlugins.keep(plugins);
    }

    /** From now on it answers what is asked on the bus. */
    public void serve(Function<String, Optional<ProcessStatus>> states, ChatActions actions) {
        var services = new MicroServices(messagePlugins, states);
        Optional<AdminSubject> adminSubject =
                spec.where() instanceof Where.Remote(var _, Optional<String> subject)
                        ? subject.map(it -> new AdminSubject(it, bus))
                        : Optional.empty();
        var made =
                new Chat(
                        spec.prefix(),
                        bus,
                        messagePlugins,
                        states,
                        new AdminCommands(spec.admins(), adminSubject, actions));
        chat = Optional.of(made);
        bus.listen("$SRV.>", Optional.empty(), services::answer);
        hear("foster.chat", made, bus instanceof EmbeddedBus ? Way.VOUCHED : Way.OPEN);
        adminSubject.ifPresent(it -> hear(it.toString(), made, Way.VOUCHED));
    }

    private void hear(String subject, Chat made, Way way) {
        bus.listen(
                subject,
                Optional.of("foster"),
                message -> executor.execute(() -> answer(message, made, way)));
    }

    private static void answer(Message message, Chat chat, Way way) {
        if (message.getReplyTo() == null) {
            return;
        }
        ChatView view;
        try {
            Members said = Members.of(JsonText.parseObject(message.getData()));
            view =
                    chat.answer(
                            new Said(
                                    said.text("user"),
                                    said.optionalText("channel").orElse(""),
                                    said.text("text"),
                                    way));
        } catch (JsonProblem problem) {
            view =
                    new ChatView(
                            false,
                            "cannot read the message: "
                                    + problem.getMessage()
                                    + "; send {\"user\": …, \"text\": …}",
                            Optional.empty());
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return;
        }
        BusReplies.send(message, JsonText.write(view.toJson()));
    }

    /** Tells the bus what happened. */
    public void tell(ProcessEvent event, Instant at) {
        news.tell(event, at);
    }

    /** Tells the bus what a process uses, if anybody there wants to know. */
    public void tell(String name, UsageFigures figures) {
        usage.tell(name, figures);
    }

    /** Answers what the owner of this daemon wrote under some name. */
    public ChatView chat(String user, String text) throws InterruptedException {
        return chat.isPresent()
                ? chat.get().answer(new Said(user, "console", text, Way.OWNER))
                : new ChatView(false, "cannot answer: foster is still starting", Optional.empty());
    }

    /** How often each plugin was asked for its commands, as far as any was. */
    public List<CommandCounts> commands() {
        return chat.map(Chat::counts).orElse(List.of());
    }

    /** Asks what a person wants to try. */
    public BusAnswer request(String subject, String data, Duration limit)
            throws InterruptedException {
        return trial.ask(subject, data, limit);
    }

    /** Who is on it; empty when it is not our own. */
    public List<BusConnectionView> connections() {
        return bus instanceof EmbeddedBus own ? BusTraffic.connections(own.broker()) : List.of();
    }

    /** Who listens to what; empty when it is not our own. */
    public List<BusSubjectView> subjects() {
        return bus instanceof EmbeddedBus own ? BusTraffic.subjects(own.broker()) : List.of();
    }

    public BusView view() {
        BusEntry entry = bus.entry();
        return new BusView(
                bus instanceof EmbeddedBus,
                entry.servers(),
                entry.user().map(BusEntry.User::name),
                entry.user().map(BusEntry.User::password),
                entry.token(),
                entry.credentials().map(Path::toString),
                entry.authority().map(Path::toString),
                bus.connected().isPresent(),
                bus instanceof EmbeddedBus own ? traffic(own.broker()) : Map.of(),
                messagePlugins.offers().stream()
                        .map(
                                it ->
                                        new BusView.CommandView(
                                                it.word(), it.plugin(), it.description()))
                        .toList());
    }

    private static Map<String, Long> traffic(Broker broker) {
        BrokerStatistics numbers = broker.statistics();
        var traffic = new LinkedHashMap<String, Long>();
        traffic.put("connections", (long) numbers.connections());
        traffic.put("subscriptions", (long) numbers.subscriptions());
        traffic.put("messages_in", numbers.messagesIn());
        traffic.put("messages_out", numbers.messagesOut());
        traffic.put("bytes_in", numbers.bytesIn());
        traffic.put("bytes_out", numbers.bytesOut());
        traffic.put("slow_consumers", numbers.slowConsumers());
        return traffic;
    }

    @Override
    public void close() {
        executor.shutdownNow();
        bus.close();
    }
}
