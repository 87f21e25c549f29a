import {
  formatCount,
  type GraphCorrection,
  type NamedElsewhere,
  type NamedNode,
  type RouteName,
  type RouteOutput,
} from '@cairn/contracts';
import type { Command, Option } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber, parseUntil } from '../context/parse-options.ts';
import type { Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument, option, words, type RouteCommand } from './route-command.ts';

const channelOption = () => option('--channel <name>', 'required for items of a peer channel');
const placeOptions = (): readonly Option[] => [
  channelOption(),
  option('--as-of <time>', 'as it was then: a date, or epoch milliseconds', parseUntil),
  option('--repository <name>', 'repository of a path'),
];

/** Adds the commands that query the graph for owners, paths between entities, and dependents. */
export function addGraph(program: Command, context: CliContext): void {
  const graph = program.command('graph').description('Query the graph: owners, connections, dependencies');
  const add = <Name extends RouteName>(name: Name, row: RouteCommand<Name>) =>
    addRouteCommand(graph, context, name, row);
  add('graphOwners', {
    command: 'owners',
    description: 'Find the owners of something, with evidence',
    args: [argument('<entity>', 'a name, type:name or repository:path, or a question that names it')],
    options: [
      ...placeOptions(),
      option(
        '--relation <type>',
        'owns, maintains, approves, leads, on_call_for, authored, depends_on ... (default: any that means owning)',
      ),
    ],
    print: printOwners,
  });
  add('graphConnection', {
    command: 'connection',
    description: 'Explain how two entities are connected',
    args: [argument('<a>', 'a name, type:name or repository:path'), argument('<b>', 'another one')],
    options: placeOptions(),
    input: ({ a, b }) => ({ entityA: a, entityB: b }),
    print: printConnection,
  });
  add('graphDependencies', {
    command: 'dependencies',
    description: 'Find dependencies of something, or its dependents',
    args: [argument('<entity>', 'a name, type:name or repository:path')],
    options: [
      ...placeOptions(),
      option('--max-depth <number>', 'levels, 1-5', parseNumber),
      option('--direction <way>', 'direction of the relations').choices(['depends_on', 'needed_by']),
    ],
    print: printDependencies,
  });
  add('graphExplore', {
    command: 'explore',
    description: 'Explore the neighbourhood of something',
    args: [argument('<entity>', 'a name, type:name or repository:path')],
    options: [
      ...placeOptions(),
      option('--depth <number>', 'hops, 1-3', parseNumber),
      option('-n, --limit <number>', 'entities, 1-200', parseNumber),
    ],
    print: printNeighbourhood,
  });
  addNames(graph, context);
  addCorrections(graph, context);
  addMaintenance(graph, context);
}

function addMaintenance(graph: Command, context: CliContext): void {
  addRouteCommand(graph, context, 'graphRebuild', {
    command: 'rebuild',
    description: 'Have the graph read every memory again, of all organisations (needs an admin key)',
    print: ({ line, own }, { remaining }) => {
      line(`The graph reads ${formatCount(remaining, 'memory', 'memories')} again, and answers meanwhile.`);
      line(`How many are left: ${own('graph progress')}`);
    },
  });
  addRouteCommand(graph, context, 'graphProgress', {
    command: 'progress',
    description: 'Count the memories that the graph has yet to read, of all organisations (needs an admin key)',
    print: ({ line }, { remaining }) =>
      line(
        remaining === 0
          ? 'The graph has read every memory.'
          : `The graph has yet to read ${formatCount(remaining, 'memory', 'memories')}.`,
      ),
  });
}

function addNames(graph: Command, context: CliContext): void {
  addRouteCommand(graph, context, 'graphEntities', {
    command: 'entities',
    description: 'List entities of the graph by name',
    args: [words('[words...]', 'words of the name')],
    options: [
      option('--type <type>', 'of this type only'),
      channelOption(),
      option('--cursor <text>', 'the page after'),
      option('-n, --limit <number>', 'entities, 1-200', parseNumber),
    ],
    input: ({ words }) => typeof words === 'string' && { search: words },
    print: (printer, { entities, elsewhere, next }, asked) => {
      for (const { label, nodeType, key } of entities)
        printer.line(neutraliseForTerminal(`${label} (${nodeType})  ${key}`));
      if (elsewhere) printElsewhere(printer, String(asked['words']), elsewhere);
      if (next !== undefined) printer.line(`More: --cursor ${next}`);
    },
  });
}

function addCorrections(graph: Command, context: CliContext): void {
  const entity = (shownBy = 'graph entities') => argument('<entity>', `its key, as ${shownBy} shows it`);
  const correction = { print: ({ line }: Printer, answer: GraphCorrection) => line(correctionText(answer)) };
  const add = <Name extends RouteName>(name: Name, row: RouteCommand<Name>) =>
    addRouteCommand(graph, context, name, row);
  add('mergeEntities', {
    command: 'merge',
    description: 'Merge two entities (needs the key of a manager)',
    args: [entity(), argument('<into>', 'the entity that remains')],
    ...correction,
  });
  add('keepApart', {
    command: 'apart',
    description: 'Keep two people apart, so that they are not offered again (needs the key of a manager)',
    args: [entity('graph duplicates'), argument('<other>', 'the other person')],
    ...correction,
  });
  add('listDuplicates', {
    command: 'duplicates',
    description: 'List people who may be one person, by their spelling (needs the key of a manager)',
    options: [option('-n, --limit <number>', 'pairs, 1-200', parseNumber), channelOption()],
    print: printDuplicates,
  });
  add('renameEntity', {
    command: 'rename',
    description: 'Rename an entity (needs the key of a manager)',
    args: [entity(), argument('<name>', 'its new name')],
    ...correction,
  });
  add('splitEntity', {
    command: 'split',
    description: 'Split an entity: some memories mean another one (needs the key of a manager)',
    args: [
      entity(),
      argument('<name>', 'name of the new entity'),
      argument('<memories...>', 'the memories that mean the new entity'),
    ],
    input: ({ memories }) => ({ memoryIds: memories }),
    ...correction,
  });
  add('undoCorrection', {
    command: 'undo',
    description: 'Remove a correction of an entity (needs the key of a manager)',
    args: [argument('<id>', 'as graph corrections shows it')],
    print: ({ line }, undone) => line(`undone: ${correctionText(undone)}`),
  });
  add('listCorrections', {
    command: 'corrections',
    description: "List managers' corrections of entities",
    print: ({ line }, { corrections }) => {
      if (corrections.length === 0) line('No corrections.');
      for (const correction of corrections) line(correctionText(correction));
    },
  });
}

function printDuplicates(printer: Printer, answer: RouteOutput<'listDuplicates'>): void {
  if (answer.duplicates.length === 0) printer.line('Nobody seems to be stored under two names.');
  for (const pair of answer.duplicates) printDuplicate(printer, pair);
  if (answer.more > 0) printer.line(`${answer.more} more: --limit`);
  if (answer.truncated) printer.line('There are more people than were compared.');
  if (answer.duplicates.length > 0)
    printer.line('Merge a pair by graph merge KEY INTO, or keep it apart by graph apart KEY OTHER.');
}

type Duplicate = RouteOutput<'listDuplicates'>['duplicates'][number];

function printDuplicate(printer: Printer, { entity, into, fit }: Duplicate): void {
  printer.line(neutraliseForTerminal(`${quoteKey(entity)} may be ${quoteKey(into)}: ${fit.replaceAll('-', ' ')}`));
  for (const { key, memories, speaks } of [entity, into]) {
    for (const { memoryId, title } of memories) printer.line(indentLine(`${key}: ${memoryId}  ${title}`));
    if (speaks) printer.line(indentLine(`${key}: speaks in messages`));
  }
}

/** Quotes a key so that it can be typed in a command. */
const quoteKey = ({ key }: { readonly key: string }) => (/[\s'"]/u.test(key) ? JSON.stringify(key) : key);

function correctionText({ id, action, from, to, memoryIds }: GraphCorrection): string {
  if (action === 'apart') return neutraliseForTerminal(`${id}  ${action}  ${from.key} is not ${to.key}`);
  const part = action === 'split' ? ` in ${formatCount(memoryIds.length, 'memory', 'memories')}` : '';
  return neutraliseForTerminal(`${id}  ${action}  ${from.key} is ${to.key}${part}`);
}

function printName(printer: Printer, { name, resolution, candidates, near, elsewhere }: NamedNode): void {
  const listed = (nodes: NamedNode['near']) =>
    nodes.map(({ label, key }) => neutraliseForTerminal(`${label} [${key}]`)).join(', ');
  if (resolution === 'ambiguous')
    printer.line(`Several things are called ${neutraliseForTerminal(name)}: ${listed(candidates)}`);
  if (resolution === 'unknown')
    printer.line(
      `Not in the graph: ${neutraliseForTerminal(name)}.${near.length > 0 ? ` Near it: ${listed(near)}` : ''}`,
    );
  if (elsewhere) printElsewhere(printer, name, elsewhere);
}

/**
 * Prints the memories that mention an entity for which the graph has no answer. A person whom such a memory names is
 * not necessarily an owner.
 */
function printElsewhere(
  printer: Printer,
  name: string,
  { count, isMore, quotes, degraded, pending }: NamedElsewhere,
): void {
  if (pending) printer.line('The graph has not read some memories yet; ask again in a moment.');
  if (degraded) return printer.line('The memories that name it could not be asked for.');
  if (count === 0) return printer.line('No memory names it.');
  printer.line(
    neutraliseForTerminal(
      `${isMore ? `${count} or more memories` : formatCount(count, 'memory', 'memories')} ${count === 1 ? 'speaks' : 'speak'} of ${name}:`,
    ),
  );
  for (const { text, memoryId, at, by, people } of quotes) {
    printer.line(indentLine(`"${text}"  ${by ?? ''} ${new Date(at).toISOString().slice(0, 10)}  ${memoryId}`));
    if (people.length > 0) printer.line(indentLine(`names ${people.join(', ')}`, 2));
  }
}

/** Explains an empty answer about an entity that exists, so that the answer does not look like a failure. */
function printNothing(printer: Printer, { name, resolution, node }: NamedNode, says: string): void {
  if (resolution === 'found' || resolution === 'rules')
    printer.line(neutraliseForTerminal(`${says} ${node?.key ?? name}.`));
}

interface WithEvidence {
  readonly evidenceMemoryIds: readonly string[];
}
const formatEvidence = ({ evidenceMemoryIds }: WithEvidence) => evidenceMemoryIds.slice(0, 3).join(', ');

/** Indents a line by two columns per level, to print it under its parent line. */
const indentLine = (text: string, depth = 1) => `${'  '.repeat(depth)}${neutraliseForTerminal(text)}`;

function printOwners(printer: Printer, answer: RouteOutput<'graphOwners'>): void {
  printName(printer, answer.named);
  if (answer.owners.length === 0) printNothing(printer, answer.named, 'Nobody is said to own');
  if (answer.answered && answer.owners.length > 0)
    printer.line(neutraliseForTerminal(`Answered by: ${answer.answered.by.join(', ')}`));
  for (const { node, owners } of answer.namesakes)
    printer.line(indentLine(`${node.key}  ${owners.map(({ label }) => label).join(', ')}`));
  for (const { label, nodeType, relationType, confidence, how, via, ...rest } of answer.owners)
    printer.line(
      neutraliseForTerminal(
        `${confidence.toFixed(2)}  ${label} (${nodeType}) ${relationType}, ${how}${via ? ` via ${via}` : ''}  ${formatEvidence(rest)}`,
      ),
    );
  for (const { text, memoryId, at, by } of answer.quotes ?? [])
    printer.line(indentLine(`"${text}"  ${by ?? ''} ${new Date(at).toISOString().slice(0, 10)}  ${memoryId}`));
  for (const { label, relationType } of answer.authors) printer.line(indentLine(`${label} ${relationType}`));
  for (const { label, nodeType } of answer.ownedBy) printer.line(indentLine(`owns ${label} (${nodeType})`));
  for (const { pattern, owners } of answer.below)
    printer.line(indentLine(`below: ${pattern}  ${owners.map(({ label }) => label).join(', ')}`));
}

function printConnection(printer: Printer, answer: RouteOutput<'graphConnection'>): void {
  printName(printer, answer.namedA);
  printName(printer, answer.namedB);
  printer.line(answer.outcome);
  for (const { fromLabel, relationType, toLabel, ...rest } of answer.directRelations)
    printer.line(indentLine(`${fromLabel} —${relationType}→ ${toLabel}  ${formatEvidence(rest)}`));
  for (const { hops, score } of answer.indirectPaths)
    printer.line(
      indentLine(
        `${score.toFixed(2)}  ${hops.map((hop) => `${hop.fromLabel} —${hop.relationType}→ ${hop.toLabel}`).join('; ')}`,
      ),
    );
}

function printDependencies(printer: Printer, answer: RouteOutput<'graphDependencies'>): void {
  printName(printer, answer.named);
  const none = answer.direction === 'needed_by' ? 'Nothing is said to need' : 'No dependency is known of';
  if (answer.chain.length === 0) printNothing(printer, answer.named, none);
  for (const { depth, label, nodeType, relationType, ...rest } of answer.chain)
    printer.line(indentLine(`${label} (${nodeType}) ${relationType}  ${formatEvidence(rest)}`, depth));
  for (const cycle of answer.cycles) printer.line(neutraliseForTerminal(`cycle: ${[...cycle, cycle[0]].join(' → ')}`));
  if (answer.leftOut) printer.line(`at least ${answer.leftOut.atLeast} more (${answer.leftOut.reason})`);
}

function printNeighbourhood(printer: Printer, answer: RouteOutput<'graphExplore'>): void {
  printName(printer, answer.named);
  if (answer.relations.length === 0) printNothing(printer, answer.named, 'No relation is known of');
  for (const { fromLabel, relationType, toLabel, confidence } of answer.relations)
    printer.line(neutraliseForTerminal(`${confidence.toFixed(2)}  ${fromLabel} —${relationType}→ ${toLabel}`));
  if (answer.truncated) printer.line('There is more than is shown.');
}
