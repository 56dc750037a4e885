/** JSON-RPC messages as bytes, looked into and edited without being understood. */
@NullMarked
package dev.foster.stdio.rpc;

import org.jspecify.annotations.NullMarked;
