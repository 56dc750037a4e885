// What a host expects of every plugin: the cookie, a socket, the handshake line, health, and an end when it is asked to.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const grpc = require("@grpc/grpc-js");

// Both messages that matter here have one field or none, so they are written by hand.
const empty = () => Buffer.alloc(0);
const serving = () => Buffer.from([0x08, 0x01]); // HealthCheckResponse{status: SERVING}
const method = (path, reply, stream = false) => ({
  path,
  requestStream: false,
  responseStream: stream,
  requestSerialize: empty,
  requestDeserialize: () => ({}),
  responseSerialize: reply,
  responseDeserialize: () => ({}),
});
const HEALTH = {
  Check: method("/grpc.health.v1.Health/Check", serving),
  Watch: method("/grpc.health.v1.Health/Watch", serving, true),
};
const CONTROLLER = { Shutdown: method("/plugin.GRPCController/Shutdown", empty) };

function serve({ cookie: [key, value], version, services }) {
  if (process.env[key] !== value) {
    console.error("This program is a plugin: a host starts it, such as foster plugin check.");
    process.exit(1);
  }
  const server = new grpc.Server();
  for (const [service, methods] of services) {
    server.addService(service, methods);
  }
  server.addService(HEALTH, {
    Check: (_, answer) => answer(null, {}),
    Watch: (call) => call.write({}), // well until the end
  });
  server.addService(CONTROLLER, {
    Shutdown: (_, answer) => {
      answer(null, {});
      setImmediate(end);
    },
  });
  const folder = fs.mkdtempSync(path.join(process.env.PLUGIN_UNIX_SOCKET_DIR || os.tmpdir(), "plugin-"));
  const socket = path.join(folder, "s");
  const end = () => {
    server.forceShutdown();
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", () => {}); // Ctrl-C is the host's affair
  server.bindAsync(`unix:${socket}`, grpc.ServerCredentials.createInsecure(), (failure) => {
    if (failure) {
      console.error(`cannot listen on ${socket}: ${failure.message}`);
      process.exit(1);
    }
    process.stdout.write(`1|${version}|unix|${socket}|grpc\n`);
  });
}

module.exports = { serve };
