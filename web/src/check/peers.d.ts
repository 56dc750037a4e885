// What the scripts of the tests import from folders that only a test knows, and plugins from their own.

declare module "@grpc/grpc-js";
declare module "@grpc/proto-loader";
declare module "@modelcontextprotocol/*";
