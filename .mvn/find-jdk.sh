# Finds a JDK of version 25 or newer; ./foster, ./test and .ci/setup read this file.
#
#   find_jdk          sets foster_jdk (its home) and foster_jdk_build, or prints why not and returns 1
#   read_jdk HOME     sets foster_jdk_version, foster_jdk_build and foster_jdk_why (why it will not do; empty: it will)
#
# No JVM is started: every JDK says in its `release` file what it is. All variables begin with foster_, because a name
# that the caller has exported would reach the program's children with our value.
# shellcheck shell=sh

# Sets foster_resolved to what $1 leads to through symbolic links (readlink -f is not everywhere).
resolve_links() {
    foster_resolved=$1
    while [ -L "$foster_resolved" ]; do
        foster_link=$(readlink -- "$foster_resolved") || return 1
        case $foster_link in
            /*) foster_resolved=$foster_link ;;
            *) foster_resolved=${foster_resolved%/*}/$foster_link ;;
        esac
    done
}

read_jdk() {
    foster_jdk_version=
    foster_jdk_build=
    if [ -r "$1/release" ]; then
        while IFS='=' read -r foster_name foster_value; do
            foster_value=${foster_value#\"}
            foster_value=${foster_value%\"}
            case $foster_name in
                # Vendor and build together tell two JDKs of one version apart, as the start-up cache must.
                IMPLEMENTOR | JAVA_RUNTIME_VERSION) foster_jdk_build="$foster_jdk_build $foster_value" ;;
                # The names are sorted: nothing of interest follows, and the shell reads one byte at a time.
                JAVA_VERSION)
                    foster_jdk_version=$foster_value
                    break
                    ;;
            esac
        done <"$1/release"
    fi
    foster_jdk_build="$foster_jdk_build $foster_jdk_version"
    foster_major=${foster_jdk_version%%[!0-9]*}
    if [ -z "$foster_major" ]; then
        foster_jdk_why="no JDK there"
    elif [ "$foster_major" -lt 25 ]; then
        foster_jdk_why="version $foster_jdk_version"
    elif [ ! -x "$1/bin/java" ] || [ ! -x "$1/bin/javac" ]; then
        foster_jdk_why="version $foster_jdk_version without a compiler"
    else
        foster_jdk_why=
    fi
}

# Sets foster_path_java to the first `java` on PATH, without starting a process.
java_on_path() {
    foster_path_java=
    foster_old_ifs=${IFS-}
    IFS=:
    set -f
    for foster_folder in $PATH; do
        if [ -x "$foster_folder/java" ] && [ -f "$foster_folder/java" ]; then
            foster_path_java=$foster_folder/java
            break
        fi
    done
    set +f
    IFS=$foster_old_ifs
}

# Adds a JDK that will not do to the list the error names.
note_jdk() {
    [ -n "$foster_jdk_version" ] || return 0
    case $foster_found in
        *" $1"*) ;;
        *) foster_found="${foster_found:+$foster_found, }${foster_jdk_why#version } in $1" ;;
    esac
}

# Looks at every folder given and keeps the one closest to 25: what Foster is tested with.
search_folders() {
    foster_best=
    for foster_folder in "$@"; do
        [ -r "$foster_folder/release" ] || continue
        read_jdk "$foster_folder"
        if [ -n "$foster_jdk_why" ]; then
            # A link here mostly leads to a neighbour, which speaks for itself.
            [ -L "$foster_folder" ] || note_jdk "$foster_folder"
        elif [ -z "$foster_best" ] || [ "$foster_major" -lt "$foster_best" ]; then
            foster_best=$foster_major
            foster_jdk=$foster_folder
        fi
    done
    [ -n "$foster_best" ] || return 1
    read_jdk "$foster_jdk"
}

usual_folders() {
    # FOSTER_JDK_FOLDERS replaces the usual folders, colon-separated; it is there for the tests.
    if [ -n "${FOSTER_JDK_FOLDERS+set}" ]; then
        foster_old_ifs=${IFS-}
        IFS=:
        # shellcheck disable=SC2086 # each of them may be a pattern
        set -- $FOSTER_JDK_FOLDERS
        IFS=$foster_old_ifs
        search_folders "$@"
        return
    fi
    foster_home=${HOME:-/nonexistent}
    search_folders /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/java/* /usr/local/*jdk* /opt/*jdk* /opt/java /opt/java/* \
        /opt/jdks/* /snap/openjdk/current/jdk \
        "$foster_home"/.sdkman/candidates/java/* "$foster_home"/.jdks/* "$foster_home"/.gradle/jdks/* "$foster_home"/.jabba/jdk/* \
        "$foster_home"/.asdf/installs/java/* "$foster_home"/.local/share/mise/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "$foster_home"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec && return
    [ -x /usr/libexec/java_home ] && search_folders "$(/usr/libexec/java_home -v 25+ 2>/dev/null)"
}

# Sets foster_jdk to a folder the caller named, in full: Maven runs in another directory.
take_home() {
    case $1 in
        /*) foster_jdk=$1 ;;
        *) foster_jdk=$PWD/$1 ;;
    esac
}

find_jdk() {
    foster_found=
    if [ -n "${FOSTER_JAVA_HOME:-}" ]; then
        take_home "$FOSTER_JAVA_HOME"
        read_jdk "$foster_jdk"
        [ -n "$foster_jdk_why" ] || return 0
        echo "cannot use FOSTER_JAVA_HOME=$foster_jdk: $foster_jdk_why; point it at a JDK 25 or newer, or unset it" >&2
        return 1
    fi
    if [ -n "${JAVA_HOME:-}" ]; then
        take_home "$JAVA_HOME"
        read_jdk "$foster_jdk"
        [ -n "$foster_jdk_why" ] || return 0
        note_jdk "$foster_jdk"
    fi
    java_on_path
    if [ -n "$foster_path_java" ] && resolve_links "$foster_path_java"; then
        foster_jdk=${foster_resolved%/bin/java}
        read_jdk "$foster_jdk"
        [ -n "$foster_jdk_why" ] || return 0
        note_jdk "$foster_jdk"
    fi
    usual_folders && return 0
    echo "cannot run foster: no JDK 25 or newer in FOSTER_JAVA_HOME, JAVA_HOME, PATH or the usual folders" \
        "(found: ${foster_found:-no JDK at all}); install one with your package manager, SDKMAN or from" \
        "https://adoptium.net, or set FOSTER_JAVA_HOME to its folder" >&2
    return 1
}
