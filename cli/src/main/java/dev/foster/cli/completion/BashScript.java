package dev.foster.cli.completion;

import java.util.List;
import java.util.stream.Collectors;

/** Completion for bash. */
final class BashScript {
    private BashScript() {}

    static String of(List<Completable> verbs) {
        String names = verbs.stream().map(Completable::name).collect(Collectors.joining(" "));
        var cases = new StringBuilder();
        for (Completable verb : verbs) {
            cases.append("        ").append(verb.name()).append(")\n");
            verb.choices()
                    .forEach(
                            (option, words) ->
                                    cases.append("            [ \"$before\" != ")
                                            .append(option)
                                            .append(" ] || { words=\"")
                                            .append(String.join(" ", words))
                                            .append("\"; word_list=1; }\n"));
            if (!verb.words().isEmpty()) {
                cases.append("            [ \"$COMP_CWORD\" -ne 2 ] || { words=\"")
                        .append(String.join(" ", verb.words()))
                        .append("\"; word_list=1; }\n");
            }
            cases.append("            options=\"")
                    .append(String.join(" ", verb.options()))
                    .append(" --help\"\n");
            if (verb.processes()) {
                cases.append("            processes=1\n");
            }
            cases.append("            ;;\n");
        }
        return """
        # Completion of foster for bash. Add to ~/.bashrc:  eval "$(foster completion bash)"
        _foster() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
            local words= options= processes= word_list=
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W "%s help" -- "$word"))
                return
            fi
            if [ "$before" = -C ]; then
                COMPREPLY=($(compgen -d -- "$word"))
                return
            fi
            case ${COMP_WORDS[1]} in
        %s    esac
            if [ -z "$word_list" ]; then
                case $word in
                    -*) words=$options ;;
                    *) [ -z "$processes" ] || words=$(foster completion names 2>/dev/null) ;;
                esac
            fi
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -o default -F _foster foster
        """
                .formatted(names, cases);
    }
}
