// A plugin: greets whoever asks.
const path = require("node:path");
const grpc = require("@grpc/grpc-js");
const { loadSync } = require("@grpc/proto-loader");
const { serve } = require("./host");

const { greeter } = grpc.loadPackageDefinition(loadSync(path.join(__dirname, "plugin.proto")));

function greet(call, answer) {
  console.error(`greeting ${call.request.name}`); // standard error is the plugin's log
  answer(null, { text: `Hello, ${call.request.name}!` });
}

// Print nothing to standard output before this: its first line belongs to the protocol.
serve({
  cookie: ["FOSTER_PLUGIN", "hosted"],
  version: 1,
  services: [[greeter.Greeter.service, { Greet: greet }]],
});
