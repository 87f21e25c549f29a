// Generates docs/reference, the index of the docs, and the files of k8s/ that derive from lists in the code.
//   node tools/docs.ts [--check]   with --check, nothing is written, and stale pages are an error
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { toJSONSchema } from 'zod';
import type { Limit, Route } from '../libs/contracts/src/index.ts';
import {
  internalPaths,
  errorCatalog,
  events,
  limits,
  publicPaths,
  routes,
  subscriptions,
  toolLimits,
} from '../libs/contracts/src/index.ts';
import { exitCodes } from '../apps/cli/src/context/exit-codes.ts';
import { readersOf, serviceNames, settings } from '../libs/platform/src/config.ts';
import { dependencyRules, drivers, inTestsAlso, telemetry } from './dependency-rule.ts';
import { measuresInCode } from './common/measures.ts';
import { chartFiles } from './deploy/chart/chart.ts';
import { madeFiles } from './deploy/made.ts';
import { hasKubectl } from './deploy/manifests.ts';
import { called } from './deploy/policies.ts';
import { root } from './common/program.ts';
import { capacityPage } from './capacity/page.ts';
import { clientPages } from './manual/client-pages.ts';
import { INDEX, indexPage } from './manual/pages.ts';

interface Page {
  readonly file: string;
  readonly title: string;
  readonly source: string;
  readonly intro: string;
  body(): string;
}

const pages: readonly Page[] = [
  {
    file: 'events.md',
    title: 'Events',
    source: 'libs/contracts/src/events.ts',
    intro: 'The write path: what happens, what it carries, who must react. Each subscriber has a queue of its own.',
    body: eventsPage,
  },
  {
    file: 'errors.md',
    title: 'Errors',
    source: 'libs/contracts/src/errors.ts',
    intro: 'Every failure by its code. "Again" says whether the same request can succeed later.',
    body: errorsPage,
  },
  {
    file: 'config.md',
    title: 'Settings',
    source: 'libs/platform/src/config.ts',
    intro:
      'Environment variables of each app; one without a default is needed, unless it says otherwise. An empty value counts as unset; a value out of range stops the start.',
    body: configPage,
  },
  {
    file: 'commands.md',
    title: 'Commands',
    source: 'apps/cli/src/commands',
    intro: 'Every command of `cairn` with its arguments and options, by the groups of its help.',
    body: () => printedBy('tools/manual/commands.main.ts'),
  },
  {
    file: 'exit-codes.md',
    title: 'Exit codes',
    source: 'apps/cli/src/context/exit-codes.ts',
    intro: 'Exit codes of `cairn`, the same for every command. Results go to stdout, everything else to stderr.',
    body: () =>
      table(
        ['code', 'means'],
        Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
      ),
  },
  {
    file: 'routes.md',
    title: 'Routes',
    source: 'libs/contracts/src/routes.ts',
    intro:
      'Every data route, with the least role that may call it. A running server describes them as OpenAPI at `/docs/api`.',
    body: routesPage,
  },
  {
    file: 'addresses.md',
    title: 'Addresses',
    source: 'libs/contracts/src/services.ts and libs/platform/src/destinations.ts',
    intro:
      'Which paths are public, and who calls whom in a cluster. The Ingress, the routers and the network policies follow these tables.',
    body: addressesPage,
  },
  {
    file: 'limits.md',
    title: 'Limits',
    source: 'libs/contracts/src/limits.ts',
    intro: 'Limits of a request. Beyond a limit the answer names the field, the value and the range.',
    body: limitsPage,
  },
  {
    file: 'dependency-rule.md',
    title: 'The dependency rule',
    source: 'tools/dependency-rule.ts',
    intro: 'Permitted imports. ESLint enforces this table; `tools/canary` proves that it does.',
    body: dependencyPage,
  },
  {
    file: 'metrics.md',
    title: 'Metrics',
    source: 'the measures in the sources (tools/common/measures.ts)',
    intro:
      "Metrics at `/metrics` of an app (for an admin key, or at `CAIRN_METRICS_PORT`) in Prometheus's text form, beside those that prom-client adds about the process and the event loop (`process_*`, `nodejs_*`). `nodejs_eventloop_lag_*` has the delay alone, without the 50 ms at which it is measured.",
    body: metricsPage,
  },
];

function eventsPage(): string {
  const rows = Object.entries(events).map(([name, event]) => [
    code(name),
    `${event.version}`,
    event.meaning,
    fieldsOf(event.payload),
  ]);
  const queues = subscriptions.map(({ pattern, service, attempts, concurrency, delayMs, tracksItems }) => [
    code(pattern),
    code(service),
    `${attempts}`,
    `${concurrency}`,
    `${delayMs}`,
    yesNo(tracksItems),
  ]);
  return [
    table(['event', 'version', 'meaning', 'payload'], rows),
    'Subscribers, each with a queue of its own. A process that runs a service has all its handlers.',
    table(['queue', 'service', 'attempts', 'at once', 'delay, ms', 'for every item'], queues),
  ].join('\n\n');
}

function errorsPage(): string {
  const rows = Object.entries(errorCatalog).map(([name, { http, retry, meaning }]) => [
    code(name),
    `${http}`,
    yesNo(retry),
    meaning,
  ]);
  return table(['code', 'HTTP', 'again', 'meaning'], rows);
}

function configPage(): string {
  const rows = settings.map((setting) => [
    code(setting.name),
    setting.default === '' ? 'none' : code(setting.default),
    setting.allowed,
    'secret' in setting
      ? `${setting.meaning} Never shown; \`${setting.name}_FILE\` names a file that holds it.`
      : setting.meaning,
    readersIn(readersOf(setting.name)),
  ]);
  return table(['variable', 'default', 'allowed', 'meaning', 'read by'], rows);
}

/** Names of reading apps; a task that ends is listed by itself, beside "every service". */
function readersIn(apps: readonly string[]): string {
  const isEvery = serviceNames.every((name) => apps.includes(name));
  return isEvery ? 'every service' : apps.join(', ');
}

function routesPage(): string {
  const all: readonly Route[] = Object.values(routes);
  const overview = table(
    ['route', 'role', 'what it does'],
    all.map(({ method, path, role, summary }) => [code(`${method} ${path}`), role, summary]),
  );
  return [overview, ...all.map(routeSection)].join('\n');
}

function routeSection(route: Route): string {
  const { method, path, output } = route;
  const asks = (['query', 'headers', 'body'] as const).flatMap((part) =>
    route[part] ? [`${partNames[part]}: ${fieldsOf(route[part])}\n\n`] : [],
  );
  return `## ${method} ${path}\n\n${asks.join('')}Response: ${fieldsOf(output, 'output')}\n`;
}

const partNames = { query: 'Query', headers: 'Headers', body: 'Body' } as const;

interface ObjectSchema {
  readonly type?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly ObjectSchema[];
  readonly oneOf?: readonly ObjectSchema[];
  readonly items?: ObjectSchema;
  readonly $defs?: Readonly<Record<string, ObjectSchema>>;
}

/** Fields of a schema on one line; optional ones in brackets. */
function fieldsOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): string {
  const whole = toJSONSchema(schema, { io, unrepresentable: 'any' }) as ObjectSchema;
  return fieldList(whole, whole.$defs ?? {});
}

function fieldList(schema: ObjectSchema, definitions: Readonly<Record<string, ObjectSchema>>): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name && definitions[name]) return fieldList(definitions[name], definitions);
  // Alternatives beside fields only tell which of them are required together.
  const alternatives = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf);
  if (alternatives) return orList([...new Set(alternatives.map((one) => fieldList(one, definitions)))]);
  if (schema.items) return `a list of ${fieldList(schema.items, definitions)}`;
  if (!schema.properties) return schema.type ?? 'a value';
  const { required = [] } = schema;
  return Object.keys(schema.properties)
    .map((field) => (required.includes(field) ? code(field) : `[${code(field)}]`))
    .join(' ');
}

function orList(alternatives: readonly string[]): string {
  const [first, second] = alternatives;
  return second === `a list of ${first}` ? `${first} (one, or a list of them)` : alternatives.join(', or ');
}

function addressesPage(): string {
  const open = publicPaths.map(({ path, kind, service }) => [
    code(path),
    kind === 'prefix' ? 'and all below it' : 'alone',
    service,
  ]);
  const calls = called.map(({ name, kind, port, callers }) => [
    kind === 'namespace' ? `namespaces marked ${code(`${name}=allowed`)}` : name,
    `${port}`,
    callers.join(', '),
  ]);
  return [
    table(['path', 'covers', 'answered by'], open),
    `For the cluster alone: ${internalPaths.map(code).join(', ')}. A router may send every other path to mcp-gateway, which says that there is nothing.\n`,
    '## Who calls whom\n',
    table(['called', 'port', 'by'], calls),
    'A model behind an address of yours, and an identity provider, are outside: give each caller an egress policy to them.\n',
  ].join('\n');
}

function limitsPage(): string {
  const rows = Object.entries<Limit>(limits).map(([name, { min, max, unit, meaning }]) => [
    code(name),
    min === undefined ? `up to ${amount(max)}` : `${amount(min)} to ${amount(max)}`,
    unit,
    meaning,
  ]);
  const toolRows = Object.entries<{ min: number; max: number; default?: number }>(toolLimits).map(([name, limit]) => [
    code(name),
    `${amount(limit.min)} to ${amount(limit.max)}`,
    limit.default === undefined ? '' : `${limit.default}`,
  ]);
  return [
    table(['limit', 'range', 'unit', 'meaning'], rows),
    '## MCP tools\n\nWhere a tool promises a tighter range than HTTP.\n',
    table(['limit', 'range', 'default'], toolRows),
  ].join('\n');
}

function dependencyPage(): string {
  const rows = dependencyRules.map((rule) => [
    code(`type:${rule.type}`),
    rule.may.join(', ') || 'nothing of ours',
    yesNo(rule.drivers),
    rule.nest === 'yes' || rule.nest === 'no' ? rule.nest : `only ${code(rule.nest)}`,
    rule.why,
  ]);
  const driverNames = drivers.map(code).join(' ');
  return [
    table(['project', 'may import', 'drivers', 'Nest', 'why'], rows),
    `Drivers: ${driverNames}, and Node's own ${code('node:sqlite')}. Only platform imports ${telemetry.map(code).join(' ')}.\n`,
    `Test files of every project may also import ${inTestsAlso.join(', ')}.\n`,
  ].join('\n');
}

function metricsPage(): string {
  const rows = measuresInCode().map(({ name, type, labels, help, file }) => [
    code(name),
    type,
    labels.map(code).join(' '),
    help,
    code(file.replace(/\/src\/.*/, '')),
  ]);
  return table(['metric', 'type', 'labels', 'meaning', 'from'], rows);
}

const printedBy = (program: string): string =>
  execFileSync(process.execPath, ['--experimental-transform-types', '--no-warnings', join(root, program)], {
    encoding: 'utf8',
  });

const code = (text: string) => `\`${text}\``;
const yesNo = (value: boolean) => (value ? 'yes' : 'no');
const amount = (value: number) => value.toLocaleString('en-US');
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row).join('');

const textOf = ({ title, source, intro, body }: Page) =>
  `# ${title}\n\n<!-- Made from ${source} by \`npm run docs\`. Change it there. -->\n\n${intro}\n\n${body()}`;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
interface GeneratedFile {
  readonly file: string;
  readonly source: string;
  text(): string | Promise<string>;
}
const files: readonly GeneratedFile[] = [
  ...pages.map((page) => ({ file: `docs/reference/${page.file}`, source: page.source, text: () => textOf(page) })),
  ...clientPages,
  capacityPage,
  ...madeFiles,
];

async function staleOf(all: readonly GeneratedFile[]) {
  const texts = await Promise.all(all.map(async (each) => ({ ...each, text: await each.text() })));
  return texts.filter(
    ({ file, text }) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text,
  );
}

async function update(all: readonly GeneratedFile[]): Promise<string[]> {
  const stale = await staleOf(all);
  for (const { file, source, text } of stale) {
    if (!values.check) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    } else process.stdout.write(`${file} is older than ${source}: run \`npm run docs\`.\n`);
  }
  return stale.map(({ file }) => file);
}

const stale = await update(files);
// The chart is made from the files of k8s/ as they are now.
if (hasKubectl()) stale.push(...(await update(chartFiles())));
else process.stdout.write('skipped: the files of k8s/chart (needs kubectl)\n');
// The index is last, since it lists the pages as they are now.
stale.push(...(await update([{ file: INDEX, source: 'the pages', text: indexPage }])));
if (values.check) process.exitCode = stale.length > 0 ? 1 : 0;
else process.stdout.write(`${stale.join(' ') || 'nothing'} written\n`);
