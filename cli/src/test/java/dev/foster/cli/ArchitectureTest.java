package dev.foster.cli;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The arrows of ARCHITECTURE.md and the rules of the house, as far as classes show them. */
class ArchitectureTest {
    private static final String ENGINES = "dev.foster.process.internal.Engines";

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.foster");

    private static final JavaClasses PROCESS = ALL.that(resideInAPackage("dev.foster.process.."));
    private static final JavaClasses BUS = ALL.that(resideInAPackage("dev.foster.bus.."));
    private static final JavaClasses CONTROL = ALL.that(resideInAPackage("dev.foster.control.."));
    private static final JavaClasses HTTP = ALL.that(resideInAPackage("dev.foster.http.."));
    private static final JavaClasses JSON = ALL.that(resideInAPackage("dev.foster.json.."));
    private static final JavaClasses THREAD = ALL.that(resideInAPackage("dev.foster.thread.."));
    private static final JavaClasses STDIO = ALL.that(resideInAPackage("dev.foster.stdio.."));
    private static final JavaClasses DOCUMENT = ALL.that(resideInAPackage("dev.foster.document.."));
    private static final JavaClasses SETTINGS = ALL.that(resideInAPackage("dev.foster.settings.."));
    private static final JavaClasses API = ALL.that(resideInAPackage("dev.foster.daemon.api.."));
    private static final JavaClasses CLI = ALL.that(resideInAPackage("dev.foster.cli.."));

    /** The front end's own words for what the engine says: exit codes, signals, the last catch. */
    private static final DescribedPredicate<JavaClass> MAY_USE_THE_ENGINE =
            resideInAPackage("dev.foster.cli.run..")
                    .or(resideInAPackage("dev.foster.cli.up.."))
                    .or(resideInAPackage("dev.foster.cli.attach.."))
                    .or(resideInAPackage("dev.foster.cli.doctor.."))
                    .or(resideInAPackage("dev.foster.cli.plugin.."))
                    .or(resideInAPackage("dev.foster.cli.mcp.."))
                    .or(name("dev.foster.cli.Main"))
                    .or(name("dev.foster.cli.ExitCodes"))
                    .or(name("dev.foster.cli.ReceivedSignals"));

    /** What puts something into words for people. */
    private static final Set<String> WORDING =
            Set.of(
                    "dev.foster.process.Exit.describe",
                    "dev.foster.process.Excess.describe",
                    "dev.foster.supervise.report.ProcessEvent.text",
                    "dev.foster.supervise.report.ProcessEvent.sentence",
                    "dev.foster.supervise.report.Reason.text",
                    "dev.foster.supervise.report.ProcessStatus.reason",
                    "dev.foster.control.EventView.text",
                    "dev.foster.control.EventView.sentence");

    private static final Set<String> SEARCHING =
            Set.of(
                    "indexOf",
                    "lastIndexOf",
                    "startsWith",
                    "endsWith",
                    "contains",
                    "matches",
                    "split",
                    "splitAsStream");

    /** Reads journals of a version that said some things in sentences only. */
    private static final String OLD_JOURNALS = "dev.foster.daemon.journal.EventLine";

    @Test
    void nobodyLooksIntoSentencesThatAreMadeForPeople() {
        var lookers =
                ALL.stream()
                        .flatMap(one -> one.getCodeUnits().stream())
                        .filter(ArchitectureTest::looksIntoWords)
                        .map(unit -> unit.getOwner().getName())
                        .filter(owner -> !owner.equals(OLD_JOURNALS))
                        .toList();
        assertThat(lookers).isEmpty();
        // The one that may is found.
        assertThat(ALL.get(OLD_JOURNALS).getCodeUnits()).anyMatch(ArchitectureTest::looksIntoWords);
    }

    private static boolean looksIntoWords(JavaCodeUnit unit) {
        boolean words =
                unit.getMethodCallsFromSelf().stream()
                        .map(call -> call.getTarget())
                        .anyMatch(
                                it ->
                                        WORDING.contains(
                                                it.getOwner().getName() + "." + it.getName()));
        boolean search =
                unit.getMethodCallsFromSelf().stream()
                        .map(call -> call.getTarget())
                        .anyMatch(
                                it ->
                                        SEARCHING.contains(it.getName())
                                                && it.getOwner().isEquivalentTo(String.class));
        return words && search;
    }

    @Test
    void thereIsSomethingToCheck() {
        assertThat(PROCESS.contain("dev.foster.process.ProcessEngine")).isTrue();
        assertThat(PROCESS.contain("dev.foster.process.internal.linux.LinuxEngine")).isTrue();
        assertThat(PROCESS.contain(ENGINES)).isTrue();
        assertThat(CONTROL.contain("dev.foster.control.ControlClient")).isTrue();
        assertThat(HTTP.contain("dev.foster.http.HttpServer")).isTrue();
        assertThat(JSON.contain("dev.foster.json.JsonReader")).isTrue();
        assertThat(DOCUMENT.contain("dev.foster.document.Section")).isTrue();
        assertThat(SETTINGS.contain("dev.foster.settings.StopSection")).isTrue();
        assertThat(THREAD.contain("dev.foster.thread.Turns")).isTrue();
        assertThat(STDIO.contain("dev.foster.stdio.McpService")).isTrue();
        assertThat(API.contain("dev.foster.daemon.api.ApiServer")).isTrue();
        assertThat(CLI.contain(Main.class)).isTrue();
        assertThat(ALL.contain(ArchitectureTest.class)).isFalse();
    }

    @Test
    void theProcessModuleNeedsTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify.annotations..", "dev.foster.process..")
                .check(PROCESS);
    }

    @Test
    void internalPackagesAreTheProcessModulesOwn() {
        classes()
                .that()
                .resideInAPackage("dev.foster.process.internal..")
                .should()
                .onlyHaveDependentClassesThat()
                .resideInAPackage("dev.foster.process..")
                .check(ALL);
    }

    @Test
    void theApiReachesItsImplementationInOnePlaceOnly() {
        noClasses()
                .that(
                        resideInAPackage("dev.foster.process")
                                .and(not(name("dev.foster.process.ProcessEngine"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.foster.process.internal..")
                .check(PROCESS);
    }

    @Test
    void thePlaceWhereTheApiReachesItsImplementationIsTheChoiceOfAnEngine() {
        noClasses()
                .that()
                .haveFullyQualifiedName("dev.foster.process.ProcessEngine")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.foster.process.internal..").and(not(name(ENGINES))))
                .check(PROCESS);
    }

    /**
     * Two ways back are deliberate. {@code ProcessEngine.start} asks {@code Engines}, and that
     * class chooses one of the engines, which are built on what lies beside it. And {@code Verbs}
     * knows every verb, and the verbs know what lies beside it: the root of the tree.
     */
    @Test
    void noPackagesNeedEachOther() {
        slices().matching("dev.foster.(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(name("dev.foster.process.ProcessEngine"), name(ENGINES))
                .ignoreDependency(name(ENGINES), resideInAPackage("dev.foster.process.internal.*"))
                .ignoreDependency(name("dev.foster.cli.Verbs"), alwaysTrue())
                .check(ALL);
    }

    /** What is not published is tested where it lives, and the page holds no classes. */
    @ParameterizedTest
    @MethodSource("published")
    void everyPublishedModuleIsLookedAt(String module) throws IOException {
        String info =
                Files.readString(Path.of("..", module, "src", "main", "java", "module-info.java"));
        Matcher name = Pattern.compile("\\bmodule ([\\w.]+) \\{").matcher(info);
        assertThat(name.find()).isTrue();
        assertThat(ALL.that(resideInAPackage(name.group(1) + ".."))).isNotEmpty();
    }

    static List<String> published() throws IOException {
        return Pattern.compile("<module>([^<]+)</module>")
                .matcher(Files.readString(Path.of("..", "pom.xml")))
                .results()
                .map(it -> it.group(1))
                .filter(it -> !List.of("web", "browser", "bench").contains(it))
                .filter(it -> !it.startsWith("examples/"))
                .toList();
    }

    /** How a duration is worded is nothing of the engine. */
    @Test
    void onlyTheVerbsThatRunChildrenUseTheEngine() {
        noClasses()
                .that(not(MAY_USE_THE_ENGINE))
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.foster.process..")
                                .and(not(name("dev.foster.process.Quantities"))))
                .check(CLI);
    }

    /** How a line of a log looks is the one thing two of them share: up prints what logs prints. */
    @Test
    void verbsDoNotKnowEachOther() {
        for (String theme :
                List.of(
                        "run",
                        "up",
                        "ps",
                        "logs",
                        "control",
                        "explain",
                        "completion",
                        "project",
                        "plugin",
                        "bus",
                        "mcp",
                        "chat",
                        "metrics",
                        "notify",
                        "web",
                        "doctor")) {
            noClasses()
                    .that()
                    .resideInAPackage("dev.foster.cli." + theme + "..")
                    .should()
                    .dependOnClassesThat(
                            resideInAPackage("dev.foster.cli.*..")
                                    .and(not(resideInAPackage("dev.foster.cli." + theme + "..")))
                                    .and(not(name("dev.foster.cli.logs.LogPrinter"))))
                    .check(CLI);
        }
    }

    /**
     * The exceptions run a daemon themselves, or are about files and machines, not daemons; {@code
     * Main} has the last catch, and {@code run} starts things again by the rules daemons have.
     */
    @Test
    void verbsReachTheDaemonThroughItsApiOnly() {
        noClasses()
                .that(
                        not(
                                resideInAnyPackage(
                                                "dev.foster.cli.up..",
                                                "dev.foster.cli.project..",
                                                "dev.foster.cli.plugin..",
                                                "dev.foster.cli.doctor..",
                                                "dev.foster.cli.run..")
                                        .or(name("dev.foster.cli.Main"))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.foster.daemon..", "dev.foster.supervise..")
                .check(CLI);
        noClasses()
                .that()
                .resideInAPackage("dev.foster.cli.run..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("dev.foster.daemon..", "dev.foster.supervise..")
                                .and(
                                        not(
                                                resideInAnyPackage(
                                                        "dev.foster.supervise.restart..",
                                                        "dev.foster.supervise.spec.."))))
                .check(CLI);
    }

    @Test
    void whatAFrontEndNeedsIsSmall() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "dev.foster.http..",
                        "dev.foster.json..",
                        "dev.foster.control..")
                .check(CONTROL);
    }

    @Test
    void httpNeedsTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.net.ssl..",
                        "jdk.net..",
                        "org.jspecify.annotations..",
                        "dev.foster.thread..",
                        "dev.foster.http..")
                .check(HTTP);
    }

    @Test
    void jsonNeedsOneLibraryOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "tools.jackson.core..",
                        "dev.foster.json..")
                .check(JSON);
    }

    @Test
    void threadsThatHaveToLastNeedTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify.annotations..", "dev.foster.thread..")
                .check(THREAD);
    }

    /** A broker of MCP servers is of use without a daemon, and without those who ask one. */
    @Test
    void theBrokerOfMcpServersKnowsNoFrontEnd() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.foster.control..", "dev.foster.daemon..")
                .check(STDIO);
    }

    /** Whoever hosts plugins, or is one, loads gRPC; nobody else is to. */
    @Test
    void onlyWhoHostsPluginsKnowsTheirHost() {
        noClasses()
                .that(
                        not(
                                resideInAnyPackage(
                                        "dev.foster.plugin..",
                                        "dev.foster.sdk",
                                        "dev.foster.daemon.plugins..",
                                        "dev.foster.daemon.bus..",
                                        "dev.foster.daemon.config..",
                                        "dev.foster.cli.plugin..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.foster.plugin..", "io.grpc..")
                .check(ALL);
    }

    /** A project without MCP servers loads nothing that speaks with them; values say how. */
    @Test
    void onlyWhoOffersMcpServersKnowsTheirBroker() {
        noClasses()
                .that(
                        not(
                                resideInAnyPackage(
                                        "dev.foster.stdio..",
                                        "dev.foster.daemon.config..",
                                        "dev.foster.daemon.mcp..",
                                        "dev.foster.cli.mcp..")))
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.foster.stdio..")
                                .and(
                                        not(
                                                resideInAPackage("dev.foster.stdio.spec..")
                                                        .or(name("dev.foster.stdio.mcp.Era"))
                                                        .or(
                                                                name(
                                                                        "dev.foster.stdio.child.RpcLimits")))))
                .check(ALL);
    }

    /** Documents are read without knowing what they say, whoever wrote them. */
    @Test
    void whatReadsDocumentsKnowsNoneOfThem() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "org.snakeyaml.engine..",
                        "dev.foster.document..")
                .check(DOCUMENT);
    }

    /** How supervision is written down is the same in every document, so it knows none of them. */
    @Test
    void sharedSettingsKnowOnlyWhatTheySet() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "dev.foster.process",
                        "dev.foster.supervise.spec..",
                        "dev.foster.document..",
                        "dev.foster.settings..")
                .check(SETTINGS);
    }

    /** Tables of fields, and what reads a tree, belong to the two that know a document. */
    @Test
    void onlyReadersOfDocumentsHaveTables() {
        noClasses()
                .that(
                        not(
                                resideInAnyPackage(
                                        "dev.foster.document..",
                                        "dev.foster.settings..",
                                        "dev.foster.plugin.manifest..",
                                        "dev.foster.daemon.config..")))
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "dev\\.foster\\.(settings\\..*|document\\.(Section|Field|Type|Rule|Where|YamlTree)([$].*)?)")
                .check(ALL);
    }

    /** What a file says of them are values, which speak with nobody. */
    @Test
    void whoReadsFilesKnowsMcpServersByWhatIsSaidOfThem() {
        noClasses()
                .that()
                .resideInAPackage("dev.foster.daemon.config..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.foster.stdio..")
                                .and(not(resideInAPackage("dev.foster.stdio.spec..")))
                                .and(not(name("dev.foster.stdio.mcp.Era")))
                                .and(not(name("dev.foster.stdio.child.RpcLimits"))))
                .check(ALL);
    }

    /** It costs milliseconds to load: who only writes JSON does without. */
    @Test
    void oneClassKnowsTheLibraryThatReadsJson() {
        noClasses()
                .that(
                        not(resideInAnyPackage(
                                        "dev.foster.plugin..",
                                        "dev.foster.sdk",
                                        "dev.foster.stdio.rpc.."))
                                .and(not(nameMatching("dev\\.foster\\.json\\.JsonReader.*"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tools.jackson..")
                .check(ALL);
    }

    @Test
    void theBrokerNeedsTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.net.ssl..",
                        "com.sun.net.httpserver..",
                        "org.jspecify.annotations..",
                        "dev.foster.bus..")
                .check(BUS);
    }

    @Test
    void storageDoesNotKnowWhoAsksForWhatIsKept() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.foster.daemon.log..",
                        "dev.foster.daemon.journal..",
                        "dev.foster.daemon.follow..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.foster.daemon.api..")
                .check(ALL);
    }

    @Test
    void theApiKnowsWhatItOffersAndNotHowItIsDone() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "dev.foster.supervise..",
                                "dev.foster.process..",
                                "dev.foster.daemon",
                                "dev.foster.daemon.config.."))
                .check(API);
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses().should().haveNameMatching(".*(Manager|Utils?|Impl|Helper)").check(ALL);
    }

    @Test
    void whatIsNoFrontEndPrintsNothing() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(PROCESS);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CONTROL);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(HTTP);
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(API);
    }

    @Test
    void theProcessModuleLeavesTheChoiceOfALoggerOpen() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(PROCESS);
    }

    @Test
    void nobodyCanExtendWhatIsPublic() {
        classes()
                .that()
                .resideInAPackage("dev.foster.process")
                .and()
                .arePublic()
                .and()
                .areNotInterfaces()
                .should()
                // Records and most enums are final; an enum cannot be extended in any case.
                .haveModifier(JavaModifier.FINAL)
                .orShould()
                .beEnums()
                .check(PROCESS);
    }
}
