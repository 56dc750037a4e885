// A client with the TypeScript SDK of the legacy era: legacy.mjs FOLDER-OF-PACKAGES URL
// Does everything once and prints what came of it as one line of JSON.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, url] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`).replace('/cjs/', '/esm/')).href);
const { Client } = await load('client/index.js');
const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');
const { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema } =
    await load('types.js');

const client = new Client(
    { name: 'legacy-client', version: '1' },
    { capabilities: { sampling: {}, elicitation: {}, roots: {} } },
);
client.setRequestHandler(CreateMessageRequestSchema, async (request) => ({
    model: 'none',
    role: 'assistant',
    content: { type: 'text', text: `sampled ${request.params.messages[0].content.text}` },
}));
client.setRequestHandler(ElicitRequestSchema, async () => ({
    action: 'accept',
    content: { username: 'ann', email: 'ann@example.org' },
}));
client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: 'file:///tmp' }] }));
const logged = [];
client.setNotificationHandler(LoggingMessageNotificationSchema, (note) => void logged.push(note.params.data));

const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);
const call = async (name, args = {}, options = {}) =>
    (await client.callTool({ name, arguments: args }, undefined, options)).content[0].text;

const progress = [];
const done = {
    session: transport.sessionId !== undefined,
    version: transport.protocolVersion,
    tools: (await client.listTools()).tools.length,
    resources: (await client.listResources()).resources.length,
    prompts: (await client.listPrompts()).prompts.length,
    text: await call('test_simple_text'),
    reported: await call('test_tool_with_progress', {}, { onprogress: (note) => void progress.push(note.progress) }),
    sampled: await call('test_sampling', { prompt: 'a joke' }),
    elicited: await call('test_elicitation', { message: 'who?' }),
    late: await call('test_reconnection'),
};
await client.setLoggingLevel('debug');
await call('test_tool_with_logging');
done.progress = progress;
done.logged = logged.length;
done.sideBySide = (await Promise.all(Array.from({ length: 20 }, () => call('test_simple_text')))).length;
done.refused = await client.callTool({ name: 'no_such_tool' }).then(
    (result) => result.isError === true,
    (error) => typeof error.code === 'number',
);
await transport.terminateSession();
done.ended = transport.sessionId === undefined;
await client.close();
console.log(JSON.stringify(done));
