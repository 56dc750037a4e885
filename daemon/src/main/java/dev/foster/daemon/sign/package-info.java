/** What the output of processes tells besides: figures and alarms. */
@NullMarked
package dev.foster.daemon.sign;

import org.jspecify.annotations.NullMarked;
