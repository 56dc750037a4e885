// A client of both eras: modern.mjs FOLDER-OF-PACKAGES URL MODE, where MODE is auto, legacy or a version to insist on.
// Does everything once and prints what came of it as one line of JSON.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, url, mode] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const { Client, StreamableHTTPClientTransport } = await import(
    pathToFileURL(require.resolve('@modelcontextprotocol/client').replace('.cjs', '.mjs')).href
);

const client = new Client(
    { name: 'modern-client', version: '1' },
    {
        capabilities: { sampling: {}, elicitation: {} },
        versionNegotiation: { mode: mode === 'auto' || mode === 'legacy' ? mode : { pin: mode } },
    },
);
client.setRequestHandler('sampling/createMessage', async (request) => ({
    model: 'none',
    role: 'assistant',
    content: { type: 'text', text: `sampled ${request.params.messages[0].content.text}` },
}));
client.setRequestHandler('elicitation/create', async () => ({
    action: 'accept',
    content: { username: 'ann', email: 'ann@example.org' },
}));

const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);
const call = async (name, args = {}, options = {}) =>
    (await client.callTool({ name, arguments: args }, options)).content[0].text;

const progress = [];
const done = {
    session: transport.sessionId !== undefined,
    version: client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion,
    tools: (await client.listTools()).tools.length,
    text: await call('test_simple_text'),
    reported: await call('test_tool_with_progress', {}, { onprogress: (note) => void progress.push(note.progress) }),
    sampled: await call('test_sampling', { prompt: 'a joke' }),
    elicited: await call('test_elicitation', { message: 'who?' }),
    header: await call('test_custom_header', { region: 'west' }),
    late: await call('test_reconnection'),
};
done.progress = progress;
done.sideBySide = (await Promise.all(Array.from({ length: 20 }, () => call('test_simple_text')))).length;
done.refused = await client.callTool({ name: 'no_such_tool', arguments: {} }).then(
    (result) => result.isError === true,
    (error) => typeof error.code === 'number',
);
if (done.session) {
    await transport.terminateSession();
}
await client.close();
console.log(JSON.stringify(done));
