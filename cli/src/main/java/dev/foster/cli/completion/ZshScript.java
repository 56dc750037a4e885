package dev.foster.cli.completion;

import java.util.List;
import java.util.stream.Collectors;

/** Completion for zsh. */
final class ZshScript {
    private ZshScript() {}

    static String of(List<Completable> verbs) {
        String described =
                verbs.stream()
                        .map(verb -> "        '" + verb.name() + ":" + verb.summary() + "'\n")
                        .collect(Collectors.joining());
        var cases = new StringBuilder();
        for (Completable verb : verbs) {
            cases.append("        ").append(verb.name()).append(")\n");
            verb.choices()
                    .forEach(
                            (option, words) ->
                                    cases.append("            [[ $before == ")
                                            .append(option)
                                            .append(" ]] && { compadd -- ")
                                            .append(String.join(" ", words))
                                            .append("; return }\n"));
            if (!verb.words().isEmpty()) {
                cases.append("            (( CURRENT == 3 )) && { compadd -- ")
                        .append(String.join(" ", verb.words()))
                        .append("; return }\n");
            }
            cases.append("            options=(")
                    .append(String.join(" ", verb.options()))
                    .append(" --help)\n");
            if (verb.processes()) {
                cases.append("            processes=1\n");
            }
            cases.append("            ;;\n");
        }
        return """
        #compdef foster
        # Completion of foster for zsh. Add to ~/.zshrc:  source <(foster completion zsh)
        _foster() {
            local -a verbs options
            local before=${words[CURRENT-1]} processes=
            verbs=(
        %s    )
            if (( CURRENT == 2 )); then
                _describe verb verbs
                return
            fi
            if [[ $before == -C ]]; then
                _files -/
                return
            fi
            case ${words[2]} in
        %s    esac
            if [[ ${words[CURRENT]} == -* ]]; then
                compadd -- $options
            elif [[ -n $processes ]]; then
                compadd -- ${(f)"$(foster completion names 2>/dev/null)"}
            else
                _files
            fi
        }
        compdef _foster foster
        """
                .formatted(described, cases);
    }
}
