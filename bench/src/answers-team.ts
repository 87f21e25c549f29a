import { CairnError, type MemoryInput, type MessageInput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { RouteCaller } from '@cairn/ports';
import { Identity, keys, type Keys } from '@cairn/store';
import { categoryOf, type AnswersSet, type Team, type TeamMemory, type TeamMessage } from './answers-set.ts';
import type { BenchServer } from './bench-server.ts';
import { untilHandled, untilIndexed } from './load.ts';

/** Loaded team: keys by person, and the mapping between set keys and item ids. */
export interface LoadedTeam {
  readonly keyByName: ReadonlyMap<string, string>;
  /** Item id by the set's own key. */
  readonly itemByKey: ReadonlyMap<string, string>;
  readonly keyById: ReadonlyMap<string, string>;
}

interface Member {
  readonly key: string;
  readonly principal: Principal;
}

/** Stores the team's messages and then its memories, each by its author and in order of time. */
export async function loadTeam(server: BenchServer, { team }: AnswersSet): Promise<LoadedTeam> {
  const api = server.service.app.get(RouteCaller);
  const members = await membersOf(server, team);
  const itemByKey = new Map<string, string>();
  for (const message of byTime(team.messages)) {
    const { principal } = members.get(message.sender)!;
    const { items } = await api.call('addMessages', principal, { body: [messageOf(message)] });
    itemByKey.set(message.key, items[0]!.id);
  }
  for (const memory of byTime(team.memories)) {
    const { principal } = members.get(memory.by)!;
    const input = memoryOf(memory, itemByKey);
    itemByKey.set(memory.key, await storeMemory(api, principal, { input, memory, itemByKey }));
  }
  await untilIndexed(api, server.principal);
  await untilHandled(server.service);
  return {
    keyByName: new Map([...members].map(([name, { key }]) => [name, key])),
    itemByKey,
    keyById: new Map([...itemByKey].map(([key, id]) => [id, key])),
  };
}

async function membersOf({ service, principal }: BenchServer, team: Team): Promise<Map<string, Member>> {
  const [identity, allKeys] = [service.app.get(Identity), service.app.get<Keys>(keys.token)];
  const members = new Map<string, Member>();
  const names = [...team.people.map(({ name }) => name), ...team.messages.map(({ sender }) => sender)];
  for (const name of new Set(names)) {
    // People supersede the memories of others, which requires that role.
    const is =
      name === 'assistant'
        ? ({ kind: 'agent', role: 'writer' } as const)
        : ({ kind: 'person', role: 'manager' } as const);
    const { key } = await allKeys.create({ orgId: principal.orgId, name, ...is, peers: [] });
    members.set(name, { key, principal: (await identity.authenticate(key))! });
  }
  return members;
}

interface Stored {
  readonly memory: TeamMemory;
  readonly input: MemoryInput;
  readonly itemByKey: ReadonlyMap<string, string>;
}

/** Stores a memory; one that supersedes another replaces it as a tool would. */
async function storeMemory(
  api: RouteCaller,
  principal: Principal,
  { memory, input, itemByKey }: Stored,
): Promise<string> {
  if (memory.supersedes === undefined) return (await added(api, principal, input)).items[0]!.id;
  const { title, content, store, category, tags, subject, attribute, sourceIds, validTo, validFrom } = input;
  const body = { title, content, store, category, tags, subject, attribute, sourceIds, validTo, validFrom };
  const params = { id: itemByKey.get(memory.supersedes)! };
  return (await api.call('supersedeMemory', principal, { params, body: defined(body) as typeof body })).newMemoryId;
}

/** Stores a memory. Only one active memory can hold an attribute of a subject; after a refusal, callers retry without attribute. */
async function added(api: RouteCaller, principal: Principal, input: MemoryInput) {
  try {
    return await api.call('addMemories', principal, { body: [input] });
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== 'item/conflict') throw error;
    const { attribute: _, ...rest } = input;
    return api.call('addMemories', principal, { body: [rest] });
  }
}

const defined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const byTime = <Of extends { readonly at: string }>(all: readonly Of[]): Of[] =>
  all.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));

const storeOf = (memory: TeamMemory): MemoryInput['store'] =>
  memory.category === 'workflow' ? 'procedural' : memory.category === 'goal' ? 'prospective' : 'semantic';

const memoryOf = (memory: TeamMemory, ids: ReadonlyMap<string, string>): MemoryInput =>
  defined({
    title: memory.title,
    content: memory.content,
    store: storeOf(memory),
    category: categoryOf(memory),
    tags: memory.tags ?? [],
    channel: memory.channel,
    timestamp: Date.parse(memory.at),
    sourceIds: (memory.sources ?? []).map((key) => ids.get(key)!),
    subject: memory.subject,
    attribute: memory.attribute,
    validFrom: memory.supersedes && Date.parse(memory.at),
    validTo: memory.validTo && Date.parse(memory.validTo),
    source: 'bench',
    externalId: memory.key,
  }) as MemoryInput;

const messageOf = (message: TeamMessage): MessageInput =>
  defined({
    role: message.role,
    speaker: message.sender,
    content: message.text,
    sessionKey: message.session,
    channel: message.channel,
    timestamp: Date.parse(message.at),
    source: 'bench',
    externalId: message.key,
  }) as MessageInput;
