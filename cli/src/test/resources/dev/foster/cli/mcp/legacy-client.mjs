// A client of the legacy era, by the SDK that most clients are made with. Arguments: the folder of the SDK's node_modules,
// the command of a server as a JSON array, then steps, each a JSON array: ["tools"], ["call", NAME, ARGUMENTS],
// ["read", URI], ["wait", FILE], ["changes"]. Prints one line of JSON for each step.
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

const [peers, server, ...wanted] = process.argv.slice(2);
const require = createRequire(`${peers}/client.js`);
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const { CreateMessageRequestSchema, ToolListChangedNotificationSchema } = require('@modelcontextprotocol/sdk/types.js');

const [command, ...args] = JSON.parse(server);
const transport = new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' });
const client = new Client({ name: 'legacy-client', version: '1' }, { capabilities: { sampling: {} } });
let changes = 0;
client.setRequestHandler(CreateMessageRequestSchema, async () => ({
    role: 'assistant',
    model: 'test',
    content: { type: 'text', text: 'sampled' },
}));
client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    changes += 1;
});
client.onerror = (error) => console.error(`client: ${error}`);

const steps = {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, given) => {
        const progress = [];
        const result = await client.callTool({ name, arguments: given ?? {} }, undefined, {
            onprogress: (it) => progress.push(it.progress),
        });
        return { ...result, progress };
    },
    read: async (uri) => client.readResource({ uri }),
    server: async () => client.getServerVersion().name,
    // Says that it has come here, and goes on when it is let.
    wait: async (file) => {
        writeFileSync(`${file}.reached`, '');
        while (!existsSync(file)) {
            await pause(20);
        }
        return 'on';
    },
    // Waits for the server to say something of its own accord.
    changes: async () => {
        while (changes === 0) {
            await pause(20);
        }
        return 'changed';
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
