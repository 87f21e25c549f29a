import type { RouteCaller } from '@cairn/ports';
import type { Principal } from '@cairn/domain';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequest,
  type CompleteResult,
} from '@modelcontextprotocol/server';

/** Values of one completion, as the protocol bounds it. */
const VALUES_MAX = 100;
/** Newest items of each kind from which values are taken. */
const ITEMS_READ = 100;

interface Known {
  readonly ids: readonly string[];
  readonly channels: readonly string[];
  readonly tags: readonly string[];
  readonly people: readonly string[];
  readonly projects: readonly string[];
}
type Values = (known: Known) => readonly string[];

/** Maps an argument of a prompt, or a parameter of a resource template, to the values that complete it. */
const valuesByArgument: ReadonlyMap<string, Values> = new Map<string, Values>([
  ['briefing topic', ({ tags, people }) => [...tags, ...people]],
  ['briefing channel', ({ channels }) => channels],
  ['briefing project', ({ projects }) => projects],
  ['why decision', ({ tags }) => tags],
  ['why channel', ({ channels }) => channels],
  ['why project', ({ projects }) => projects],
  ['memory://{id} id', ({ ids }) => ids],
  ['message://{id} id', ({ ids }) => ids],
]);

/** Arguments that exist and that nothing completes. */
const promptNames: ReadonlySet<string> = new Set(['briefing', 'why', 'meaning']);

/**
 * Completes an argument from the newest items that the caller may read, so that no name of a hidden item shows. Throws
 * for a prompt or template that does not exist.
 */
export async function completeArgument(
  { caller, principal }: { readonly caller: RouteCaller; readonly principal: Principal },
  { ref, argument: { name, value } }: CompleteRequest['params'],
): Promise<CompleteResult> {
  const of = ref.type === 'ref/prompt' ? ref.name : ref.uri;
  const valuesOf = valuesByArgument.get(`${of} ${name}`);
  if (!valuesOf && !promptNames.has(of) && !valuesByArgument.has(`${of} id`))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt or resource template ${of}.`);
  const all = valuesOf ? valuesOf(await readKnown(caller, principal, of)) : [];
  const wanted = value.toLowerCase();
  const found = [...new Set(all)].filter((each) => each.toLowerCase().startsWith(wanted)).sort();
  const values = found.slice(0, VALUES_MAX);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}

async function readKnown(caller: RouteCaller, principal: Principal, of: string): Promise<Known> {
  const query = { limit: ITEMS_READ };
  const [memories, messages] = await Promise.all([
    of === 'message://{id}' ? [] : (await caller.call('listMemories', principal, { query })).items,
    of === 'memory://{id}' ? [] : (await caller.call('listMessages', principal, { query })).items,
  ]);
  const items = [...memories, ...messages];
  return {
    ids: items.map(({ id }) => id),
    channels: present(items.map(({ channel }) => channel)),
    tags: memories.flatMap(({ tags }) => tags),
    people: present([...items.map(({ author }) => author), ...messages.map(({ speaker }) => speaker)]),
    projects: present(items.map(({ project }) => project)),
  };
}

const present = (values: readonly (string | null | undefined)[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');
