package dev.foster.cli.up;

import dev.foster.daemon.EndRule;

import java.util.List;

/**
 * What is to come up, and until when.
 *
 * @param names which processes; empty for all that are enabled
 * @param quiet whether their output is not printed
 */
record Wish(List<String> names, boolean withDependencies, EndRule endRule, boolean quiet) {}
