import type { GraphCorrection, NamedElsewhere, NamedNode, RouteOutput } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CairnClient } from '../server/cairn-client.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { counted } from '../terminal/counted.ts';
import { parseNumber, parseUntil } from '../context/parse-options.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { plain } from '../terminal/terminal-text.ts';

type Options = GlobalOptions & Record<string, unknown>;

/** Adds the commands that query the graph: owners, paths between entities, dependents. */
export function addGraph(program: Command, context: CliContext): void {
  const graph = program
    .command('graph')
    .description('Ask the graph: who owns it, how are they connected, what depends on it');
  const question = (name: string, description: string) =>
    graph
      .command(name)
      .description(description)
      .option('--channel <name>', 'required for items of a peer channel')
      .option('--as-of <time>', 'as it was then: a date, or epoch milliseconds', parseUntil)
      .option('--repository <name>', 'where a path stands');

  question('owners', 'Find the owners of something, with evidence')
    .argument('<entity>', 'a name, type:name or repository:path, or a question that names it')
    .option(
      '--relation <type>',
      'owns, maintains, approves, leads, on_call_for, authored, depends_on ... (default: any that means owning)',
    )
    .action((entity: string, _, self: Command) => owners(context, self.optsWithGlobals(), entity));
  question('connection', 'How two things are connected')
    .argument('<a>', 'a name, type:name or repository:path')
    .argument('<b>', 'another one')
    .action((entityA: string, entityB: string, _, self: Command) =>
      connection(context, self.optsWithGlobals(), { entityA, entityB }),
    );
  question('dependencies', 'Find dependencies of something, or its dependents')
    .argument('<entity>', 'a name, type:name or repository:path')
    .option('--max-depth <number>', 'levels, 1-5', parseNumber)
    .addOption(new Option('--direction <way>', 'which way').choices(['depends_on', 'needed_by']))
    .action((entity: string, _, self: Command) => dependencies(context, self.optsWithGlobals(), entity));
  question('explore', 'Explore the neighbourhood of something')
    .argument('<entity>', 'a name, type:name or repository:path')
    .option('--depth <number>', 'hops, 1-3', parseNumber)
    .option('-n, --limit <number>', 'entities, 1-200', parseNumber)
    .action((entity: string, _, self: Command) => explore(context, self.optsWithGlobals(), entity));
  graph
    .command('entities')
    .argument('[words...]', 'words that the name has')
    .description('Entities of the graph, by name')
    .option('--type <type>', 'of this type only')
    .option('--channel <name>', 'required for items of a peer channel')
    .option('--cursor <text>', 'the page after')
    .option('-n, --limit <number>', 'entities, 1-200', parseNumber)
    .action((words: string[], _, self: Command) => entities(context, self.optsWithGlobals(), words.join(' ')));
  addCorrections(graph, context);
}

function addCorrections(graph: Command, context: CliContext): void {
  graph
    .command('merge')
    .argument('<entity>', 'its key, as graph entities shows it')
    .argument('<into>', 'what it is, and is called, from now on')
    .description('Say that two entities are one (needs the key of a manager)')
    .action((entity: string, into: string, _, self: Command) =>
      correct(context, self.optsWithGlobals(), (client) => client.call('mergeEntities', { body: { entity, into } })),
    );
  graph
    .command('apart')
    .argument('<entity>', 'its key, as graph duplicates shows it')
    .argument('<other>', 'the one that it is not')
    .description('Say that two people are not one, so that they are offered no more (needs the key of a manager)')
    .action((entity: string, other: string, _, self: Command) =>
      correct(context, self.optsWithGlobals(), (client) => client.call('keepApart', { body: { entity, other } })),
    );
  graph
    .command('duplicates')
    .option('-n, --limit <number>', 'pairs, 1-200', parseNumber)
    .option('--channel <name>', 'required for items of a peer channel')
    .description('People who may be one by how their names are written (needs the key of a manager)')
    .action((_, self: Command) => duplicates(context, self.optsWithGlobals()));
  graph
    .command('rename')
    .argument('<entity>', 'its key, as graph entities shows it')
    .argument('<name>', 'what it is called from now on')
    .description('Say what an entity is called (needs the key of a manager)')
    .action((entity: string, name: string, _, self: Command) =>
      correct(context, self.optsWithGlobals(), (client) => client.call('renameEntity', { body: { entity, name } })),
    );
  graph
    .command('split')
    .argument('<entity>', 'its key, as graph entities shows it')
    .argument('<name>', 'what the part is called')
    .argument('<memories...>', 'the memories whose words mean the part')
    .description('Say that some memories mean another entity (needs the key of a manager)')
    .action((entity: string, name: string, memoryIds: string[], _, self: Command) =>
      correct(context, self.optsWithGlobals(), (client) =>
        client.call('splitEntity', { body: { entity, name, memoryIds } }),
      ),
    );
  graph
    .command('undo')
    .argument('<id>', 'as graph corrections shows it')
    .description('Remove a correction of an entity (needs the key of a manager)')
    .action((id: string, _, self: Command) =>
      correct(
        context,
        self.optsWithGlobals(),
        (client) => client.call('undoCorrection', { params: { id } }),
        'undone: ',
      ),
    );
  graph
    .command('corrections')
    .description("List managers' corrections of entities")
    .action((_, self: Command) => corrections(context, self.optsWithGlobals()));
}

type Answered<Answer> = Promise<{ readonly json: unknown; readonly answer: Answer }>;

async function correct(
  context: CliContext,
  options: Options,
  ask: (client: CairnClient) => Answered<GraphCorrection>,
  head = '',
): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => ask(client));
  printResult(context, options, json, (printer) => printer.line(head + correctionText(answer)));
}

async function corrections(context: CliContext, options: Options): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listCorrections', {}));
  printResult(context, options, json, (printer) => {
    if (answer.corrections.length === 0) printer.line('No corrections.');
    for (const correction of answer.corrections) printer.line(correctionText(correction));
  });
}

async function duplicates(context: CliContext, options: Options): Promise<void> {
  const { channel, limit } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('listDuplicates', { query: { channel, limit }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    if (answer.duplicates.length === 0) printer.line('Nobody seems to be stored under two names.');
    for (const pair of answer.duplicates) printDuplicate(printer, pair);
    if (answer.more > 0) printer.line(`${answer.more} more: --limit`);
    if (answer.truncated) printer.line('There are more people than were compared.');
    if (answer.duplicates.length > 0)
      printer.line('Merge a pair by graph merge KEY INTO, or keep it apart by graph apart KEY OTHER.');
  });
}

type Duplicate = RouteOutput<'listDuplicates'>['duplicates'][number];

function printDuplicate(printer: Printer, { entity, into, fit }: Duplicate): void {
  printer.line(plain(`${quotedKey(entity)} may be ${quotedKey(into)}: ${fit.replaceAll('-', ' ')}`));
  for (const { key, memories, speaks } of [entity, into]) {
    for (const { memoryId, title } of memories) printer.line(below(`${key}: ${memoryId}  ${title}`));
    if (speaks) printer.line(below(`${key}: speaks in messages`));
  }
}

/** Quotes a key for use in a command. */
const quotedKey = ({ key }: { readonly key: string }) => (/[\s'"]/u.test(key) ? JSON.stringify(key) : key);

function correctionText({ id, action, from, to, memoryIds }: GraphCorrection): string {
  if (action === 'apart') return plain(`${id}  ${action}  ${from.key} is not ${to.key}`);
  const part = action === 'split' ? ` in ${counted(memoryIds.length, 'memory', 'memories')}` : '';
  return plain(`${id}  ${action}  ${from.key} is ${to.key}${part}`);
}

const placeOf = ({ channel, asOf, repository }: Options) => ({ channel, asOf, repository });

function printName(printer: Printer, { name, resolution, candidates, near, elsewhere }: NamedNode): void {
  const listed = (nodes: NamedNode['near']) => nodes.map(({ label, key }) => plain(`${label} [${key}]`)).join(', ');
  if (resolution === 'ambiguous') printer.line(`Several things are called ${plain(name)}: ${listed(candidates)}`);
  if (resolution === 'unknown')
    printer.line(`Not in the graph: ${plain(name)}.${near.length > 0 ? ` Near it: ${listed(near)}` : ''}`);
  if (elsewhere) printElsewhere(printer, name, elsewhere);
}

/** Prints memories that mention an entity without an answer in the graph; people in them are not thereby owners. */
function printElsewhere(printer: Printer, name: string, { count, isMore, quotes, degraded }: NamedElsewhere): void {
  if (degraded) return printer.line('The memories that name it could not be asked for.');
  if (count === 0) return printer.line('No memory names it.');
  printer.line(
    plain(
      `${isMore ? `${count} or more memories` : counted(count, 'memory', 'memories')} ${count === 1 ? 'speaks' : 'speak'} of ${name}:`,
    ),
  );
  for (const { text, memoryId, at, by, people } of quotes) {
    printer.line(below(`"${text}"  ${by ?? ''} ${new Date(at).toISOString().slice(0, 10)}  ${memoryId}`));
    if (people.length > 0) printer.line(below(`names ${people.join(', ')}`, 2));
  }
}

/** Explains an empty answer for a known name, so that it does not look like a failure. */
function printNothing(printer: Printer, { name, resolution, node }: NamedNode, says: string): void {
  if (resolution === 'found' || resolution === 'rules') printer.line(plain(`${says} ${node?.key ?? name}.`));
}

interface Proven {
  readonly evidenceMemoryIds: readonly string[];
}
const proof = ({ evidenceMemoryIds }: Proven) => evidenceMemoryIds.slice(0, 3).join(', ');

/** Indents a line below another. */
const below = (text: string, depth = 1) => `${'  '.repeat(depth)}${plain(text)}`;

async function owners(context: CliContext, options: Options, entity: string): Promise<void> {
  const body = { entity, relation: options['relation'], ...placeOf(options) };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('graphOwners', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    printName(printer, answer.named);
    if (answer.owners.length === 0) printNothing(printer, answer.named, 'Nobody is said to own');
    if (answer.answered && answer.owners.length > 0)
      printer.line(plain(`Answered by: ${answer.answered.by.join(', ')}`));
    for (const { node, owners } of answer.namesakes)
      printer.line(below(`${node.key}  ${owners.map(({ label }) => label).join(', ')}`));
    for (const { label, nodeType, relationType, confidence, how, via, ...rest } of answer.owners)
      printer.line(
        plain(
          `${confidence.toFixed(2)}  ${label} (${nodeType}) ${relationType}, ${how}${via ? ` via ${via}` : ''}  ${proof(rest)}`,
        ),
      );
    for (const { text, memoryId, at, by } of answer.said ?? [])
      printer.line(below(`"${text}"  ${by ?? ''} ${new Date(at).toISOString().slice(0, 10)}  ${memoryId}`));
    for (const { label, relationType } of answer.authors) printer.line(below(`${label} ${relationType}`));
    for (const { label, nodeType } of answer.ownedBy) printer.line(below(`owns ${label} (${nodeType})`));
    for (const { pattern, owners } of answer.below)
      printer.line(below(`below: ${pattern}  ${owners.map(({ label }) => label).join(', ')}`));
  });
}

async function connection(
  context: CliContext,
  options: Options,
  ends: { entityA: string; entityB: string },
): Promise<void> {
  const body = { ...ends, ...placeOf(options) };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('graphConnection', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    printName(printer, answer.namedA);
    printName(printer, answer.namedB);
    printer.line(answer.outcome);
    for (const { fromLabel, relationType, toLabel, ...rest } of answer.directRelations)
      printer.line(below(`${fromLabel} —${relationType}→ ${toLabel}  ${proof(rest)}`));
    for (const { hops, score } of answer.indirectPaths)
      printer.line(
        below(
          `${score.toFixed(2)}  ${hops.map((hop) => `${hop.fromLabel} —${hop.relationType}→ ${hop.toLabel}`).join('; ')}`,
        ),
      );
  });
}

async function dependencies(context: CliContext, options: Options, entity: string): Promise<void> {
  const body = { entity, ...placeOf(options), maxDepth: options['maxDepth'], direction: options['direction'] };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('graphDependencies', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    printName(printer, answer.named);
    const none = answer.direction === 'needed_by' ? 'Nothing is said to need' : 'No dependency is known of';
    if (answer.chain.length === 0) printNothing(printer, answer.named, none);
    for (const { depth, label, nodeType, relationType, ...rest } of answer.chain)
      printer.line(below(`${label} (${nodeType}) ${relationType}  ${proof(rest)}`, depth));
    for (const cycle of answer.cycles) printer.line(plain(`cycle: ${[...cycle, cycle[0]].join(' → ')}`));
    if (answer.leftOut) printer.line(`at least ${answer.leftOut.atLeast} more (${answer.leftOut.reason})`);
  });
}

async function explore(context: CliContext, options: Options, entity: string): Promise<void> {
  const body = { entity, ...placeOf(options), depth: options['depth'], limit: options['limit'] };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('graphExplore', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    printName(printer, answer.named);
    if (answer.relations.length === 0) printNothing(printer, answer.named, 'No relation is known of');
    for (const { fromLabel, relationType, toLabel, confidence } of answer.relations)
      printer.line(plain(`${confidence.toFixed(2)}  ${fromLabel} —${relationType}→ ${toLabel}`));
    if (answer.truncated) printer.line('There is more than is shown.');
  });
}

async function entities(context: CliContext, options: Options, search: string): Promise<void> {
  const { type, channel, cursor, limit } = options;
  const query = { ...(search && { search }), type, channel, cursor, limit };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('graphEntities', { query, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    for (const { label, nodeType, key } of answer.entities) printer.line(plain(`${label} (${nodeType})  ${key}`));
    if (answer.elsewhere) printElsewhere(printer, search, answer.elsewhere);
    if (answer.next !== undefined) printer.line(`More: --cursor ${answer.next}`);
  });
}
