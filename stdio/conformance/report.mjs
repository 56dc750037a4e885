// Makes the page about conformance from what the suite left: report.mjs PEERS RESULTS MISSES.
// The page goes to standard output, what is not as expected to standard error; ends with 1 then, and with 2 when there
// are no results to speak of.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [peers, results, missesFile] = process.argv.slice(2);
const yaml = createRequire(join(peers, 'package.json'))('yaml');
const suite = join(peers, 'node_modules/@modelcontextprotocol/conformance');
const suiteVersion = JSON.parse(readFileSync(join(suite, 'package.json'), 'utf8')).version;

const CHILDREN = ['legacy', 'modern'];
const REVISIONS = { '2025-11-25': 'legacy', '2026-07-28': 'modern' };

/** What a revision demands of servers: the scenarios in its order, and which of them count. */
function requirements(revision) {
    const set = yaml.parse(readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8'));
    const unscored = set.not_scored.filter(({ leg }) => leg === 'server');
    return [
        ...set.server.map((scenario) => ({ scenario, scored: true })),
        ...unscored.map(({ scenario }) => ({ scenario, scored: false })),
    ];
}

/** The checks of one scenario, or nothing where it left none. */
function checksOf(revision, child, scenario) {
    const folder = join(results, `${revision}-${child}`);
    const name = new RegExp(`^server-${scenario}-\\d{4}-\\d\\d-\\d\\dT`);
    const found = existsSync(folder) ? readdirSync(folder).find((entry) => name.test(entry)) : undefined;
    const file = join(folder, found ?? scenario, 'checks.json');
    // A scenario that the suite itself could not finish has a folder at most.
    return existsSync(file)
        ? JSON.parse(readFileSync(file, 'utf8'))
        : [{ id: 'no-result', status: 'FAILURE', errorMessage: 'the suite left no result' }];
}

/** One line of misses.txt: REVISION CHILD SCENARIO CHECK: why. A star stands for anything. */
function parseMiss(line) {
    const [, pattern, why] = /^((?:\S+ ){3}\S+): (.+)$/.exec(line) ?? [];
    if (pattern === undefined) {
        throw new Error(`cannot read ${missesFile}: "${line}"; write REVISION CHILD SCENARIO CHECK: why`);
    }
    const words = pattern.split(' ').map((word) => word.replace(/[.]/g, '\\.').replaceAll('*', '.*'));
    return { pattern, why, expression: new RegExp(`^${words.join(' ')}$`), matched: new Set() };
}

const misses = readFileSync(missesFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(parseMiss);

/** The first explanation that fits; it is remembered where it was needed. */
function explain(revision, child, scenario, check) {
    const miss = misses.find(({ expression }) => expression.test(`${revision} ${child} ${scenario} ${check}`));
    miss?.matched.add(`${revision} ${child}`);
    return miss;
}

const surprises = [];

/** How many of the checks passed, as text. What is only informative or does not apply is not counted. */
function cell(revision, child, { scenario }, totals) {
    const checks = checksOf(revision, child, scenario);
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
    const missed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    for (const { id, errorMessage } of missed) {
        if (explain(revision, child, scenario, id) === undefined) {
            surprises.push(`missed: ${revision} ${child} ${scenario} ${id}: ${errorMessage ?? ''}`);
        }
    }
    totals.passed += passed;
    totals.counted += passed + missed.length;
    const text = `${passed}/${passed + missed.length}`;
    return missed.length === 0 ? text : `**${text}**`;
}

const row = (...cells) => `| ${cells.join(' | ')} |`;
const sum = ({ passed, counted }) => `${passed}/${counted}`;

function table(revision) {
    const totals = Object.fromEntries(CHILDREN.map((child) => [child, fresh()]));
    const rows = requirements(revision).map((requirement) => {
        const cells = CHILDREN.map((child) => {
            const { scored, all } = totals[child];
            const part = fresh().all;
            const text = cell(revision, child, requirement, part);
            for (const total of requirement.scored ? [scored, all] : [all]) {
                total.passed += part.passed;
                total.counted += part.counted;
            }
            return text;
        });
        return row(requirement.scenario, requirement.scored ? 'yes' : 'no', ...cells);
    });
    for (const child of CHILDREN) {
        const { scored, all } = totals[child];
        console.error(`clients of ${revision}, ${child} child: ${sum(scored)} scored, ${sum(all)} in all`);
    }
    return [
        `## Clients of ${revision}, the ${REVISIONS[revision]} era`,
        '',
        row('Scenario', 'Scored', ...CHILDREN.map((child) => `${child} child`)),
        '|---|---|---|---|',
        ...rows,
        row('**all that are scored**', '', ...CHILDREN.map((child) => sum(totals[child].scored))),
        row('**all**', '', ...CHILDREN.map((child) => sum(totals[child].all))),
        '',
    ];
}

function fresh() {
    const none = () => ({ passed: 0, counted: 0 });
    return { scored: none(), all: none() };
}

function explanations() {
    const needed = misses.filter(({ matched }) => matched.size > 0);
    const lines = needed.map(({ pattern, why }) => {
        const [revision, child, scenario, check] = pattern.split(' ');
        const any = (word) => (word === '*' ? 'any' : word);
        return row(any(revision), any(child), `\`${scenario}\``, any(check), why);
    });
    return [
        '## What is missed, and why',
        '',
        ...(lines.length === 0
            ? ['Nothing.']
            : [row('Clients of', 'Child', 'Scenario', 'Check', 'Why'), '|---|---|---|---|---|', ...lines]),
    ];
}

const page = [
    '# Conformance of the MCP gateway',
    '',
    '<!-- Written by stdio/conformance/run from a run of the suite; what is missed is explained in stdio/conformance/misses.txt. -->',
    '',
    `Every server scenario of \`@modelcontextprotocol/conformance\` ${suiteVersion}, on Node ${process.versions.node}, put to the`,
    'gateway in front of a stdio server that has the tools, resources and prompts the suite asks for. Clients of both eras of the',
    'protocol meet children of both eras: where they differ, the gateway translates. A cell says how many checks passed of those',
    'that count; a check that only informs, or does not apply, does not count. What the suite calls a warning, a SHOULD of the',
    'specification that is not met, counts as missed here. *Scored* is what the suite demands for conformance; the others are',
    'extensions, or newer than the revision.',
    '',
    '`stdio/conformance/run` makes this page again.',
    '',
    ...Object.keys(REVISIONS).flatMap(table),
    ...explanations(),
];

if (!Object.keys(REVISIONS).some((revision) => CHILDREN.some((child) => existsSync(join(results, `${revision}-${child}`))))) {
    console.error('cannot report: the suite left no results; see whether the gateway answered at all');
    process.exit(2);
}
for (const { pattern, matched } of misses) {
    if (matched.size === 0) {
        surprises.push(`no longer missed: ${pattern}; remove it from misses.txt`);
    }
}
console.log(page.join('\n'));
for (const surprise of surprises) {
    console.error(surprise);
}
process.exit(surprises.length === 0 ? 0 : 1);
