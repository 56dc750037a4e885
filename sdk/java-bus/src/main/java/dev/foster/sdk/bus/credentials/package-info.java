/** How a client of a bus proves who it is, without a library that signs. */
@NullMarked
package dev.foster.sdk.bus.credentials;

import org.jspecify.annotations.NullMarked;
