/** The verbs about the project file: checking, describing and beginning it. */
@NullMarked
package dev.foster.cli.project;

import org.jspecify.annotations.NullMarked;
