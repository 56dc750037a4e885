/**
 * How supervision is written down: the sections that manifests of plugins and files of projects
 * have in common.
 */
@NullMarked
package dev.foster.plugin.settings;

import org.jspecify.annotations.NullMarked;
