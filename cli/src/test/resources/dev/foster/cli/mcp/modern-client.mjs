// A client of the modern era, and of no other. Arguments: the folder of the SDK's node_modules, the command of a server as
// a JSON array, then steps, each a JSON array: ["tools"], ["call", NAME, ARGUMENTS], ["read", URI], ["cancel", NAME,
// ARGUMENTS]. Prints one line of JSON for each step.
import { createRequire } from 'node:module';

const [peers, server, ...wanted] = process.argv.slice(2);
const require = createRequire(`${peers}/client.js`);
const { Client } = require('@modelcontextprotocol/client');
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');

const [command, ...args] = JSON.parse(server);
const transport = new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' });
const client = new Client(
    { name: 'modern-client', version: '1' },
    { capabilities: { sampling: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
);
client.setRequestHandler('sampling/createMessage', async () => ({
    role: 'assistant',
    model: 'test',
    content: { type: 'text', text: 'sampled' },
}));
client.onerror = (error) => console.error(`client: ${error}`);

const steps = {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, given) => client.callTool({ name, arguments: given ?? {} }),
    read: async (uri) => client.readResource({ uri }),
    server: async () => client.getServerVersion().name,
    cancel: async (name, given) => {
        const stop = new AbortController();
        const called = client.callTool({ name, arguments: given ?? {} }, { signal: stop.signal });
        setTimeout(() => stop.abort('enough'), 200);
        return called;
    },
};

await client.connect(transport);
for (const step of wanted) {
    const [what, ...given] = JSON.parse(step);
    try {
        console.log(JSON.stringify(await steps[what](...given)));
    } catch (error) {
        console.log(JSON.stringify({ failed: error.message }));
    }
}
await client.close();
