import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedTextIndex, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { BundledEmbedder } from '@cairn/adapter-embedders';
import type { ItemId, Memory, MessageInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { LiveWordIndex, NewItem } from '@cairn/ports';
import { callsOf, extractions, proposals, QUIET_CONVERSATION_MS } from '@cairn/store';
import { aNewMemory, aNewMessage, aPrincipal, OneModel, SettableClock } from '@cairn/testing';
import { ConversationReader } from './conversation-reader.ts';
import { KnownStatements } from './known-statements.ts';

let dataDir: string;
let world: Awaited<ReturnType<typeof open>>;
const model = new BundledEmbedder();
afterAll(() => model.close());

async function open() {
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  const truth = new SqliteTruth({ threads, clock });
  const store = new SqliteStore({ threads, clock });
  const texts = new EmbeddedTextIndex(threads);
  const words = { forQuestion: async () => texts.forQuestion() } as LiveWordIndex;
  const calls = { extractions: callsOf(extractions, store), proposals: callsOf(proposals, store) };
  const known = new KnownStatements(truth, words, calls.proposals);
  const reader = new ConversationReader(
    { isOn: true, restFactor: 0 },
    new OneModel(model),
    known,
    calls.extractions,
    calls.proposals,
  );
  clock.set(Date.UTC(2026, 10, 2));
  return { clock, truth, ...calls, reader, close: () => threads.close() };
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-extraction-'));
  world = await open();
});
afterEach(async () => {
  await world.close();
  await rm(dataDir, { recursive: true, force: true });
});

const RULE = 'Never push to main on Fridays.';
const say = (content: string, more: Partial<MessageInput> = {}) => aNewMessage({ sessionKey: 's', content, ...more });
const hide = (item: NewItem) => ({ ...item, visibility: 'private' }) as NewItem;

/** Reads all conversations that are quiet by now. */
async function readAll() {
  world.clock.advance(QUIET_CONVERSATION_MS);
  while ((await world.reader.readNext()) !== undefined);
}
const reviewOf = (who: Principal) => ({ scope: scopeOf(who), reviewer: who });
const proposed = async (who: Principal) =>
  (await world.proposals.list({ ...reviewOf(who), query: { status: 'waiting' }, limit: 50, before: undefined }))
    .proposals;
const contentsOf = async (who: Principal) => (await proposed(who)).map(({ content }) => content);
const decide = (who: Principal, id: string, act: 'keep' | 'reject') =>
  world.proposals.decide({ ...reviewOf(who), id: id as ItemId, act, reason: undefined } as never);

it('proposes the statements of a quiet conversation, verbatim with their messages, once', async () => {
  const ada = aPrincipal();
  const rule = hide(say(`Hi! ${RULE} Thanks.`, { project: 'acme/shop' }));
  await world.truth.write(ada, [rule, hide(say('All right.', { role: 'assistant' }))]);
  expect(await proposed(ada)).toEqual([]);

  await readAll();
  await readAll();

  expect(await proposed(ada)).toMatchObject([
    {
      content: RULE,
      kind: 'rule',
      project: 'acme/shop',
      visibility: 'private',
      sessionKey: 's',
      quotes: [{ messageId: rule.id, text: RULE }],
    },
  ]);
});

it('reads a conversation again from the new messages on, and adds what a second session says as evidence', async () => {
  const ada = aPrincipal();
  const [first, second] = [say(RULE), say(RULE, { sessionKey: 't' })];
  await world.truth.write(ada, [first]);
  await readAll();
  await world.truth.write(ada, [say('We decided to use Postgres for the queue instead of Redis.'), second]);
  await readAll();

  const found = await proposed(ada);
  expect(found.map(({ content }) => content).sort()).toEqual([RULE, expect.stringContaining('Postgres')]);
  const sources = found.find(({ content }) => content === RULE)!.sourceIds;
  expect([...sources].sort()).toEqual([first.id, second.id].sort());
});

it('proposes to the owner of the agent that wrote the messages', async () => {
  const ada = aPrincipal();
  const [row] = await world.truth.write(ada, [hide(say(RULE))]);
  await readAll();

  expect(row!.created).toBe(true);
  expect(await proposed({ ...ada, principalId: aPrincipal().principalId })).toEqual([]);
  expect(await contentsOf(ada)).toEqual([RULE]);
});

it('does not propose again what means the same as a rejected statement of its subject', async () => {
  const ada = aPrincipal({ kind: 'person' });
  await world.truth.write(ada, [say(RULE)]);
  await readAll();
  const [rejected] = await proposed(ada);
  await decide(ada, rejected!.memoryId, 'reject');

  await world.truth.write(ada, [
    say('Do not ever push to main on a Friday.', { sessionKey: 't' }),
    say('Never store passwords in plain text.', { sessionKey: 't' }),
  ]);
  await readAll();

  expect(await contentsOf(ada)).toEqual(['Never store passwords in plain text.']);
});

it('adds evidence to an active memory that says the same, and proposes a successor of one that says the contrary', async () => {
  const ada = aPrincipal();
  const same = aNewMemory({ category: 'rule', title: 'Pushes', content: RULE });
  const port = aNewMemory({ title: 'Port', content: 'The staging database listens on port 5432.' });
  await world.truth.write(ada, [same, port]);
  const said = say(RULE);
  await world.truth.write(ada, [said, say('The staging database listens on port 6432.')]);
  await readAll();

  const found = await proposed(ada);
  expect(found.map(({ content }) => content)).not.toContain(RULE);
  expect(found).toMatchObject([{ content: 'The staging database listens on port 6432.', replaces: expect.anything() }]);
  const kept = (await world.truth.find(scopeOf(ada), 'memory', same.id)) as Memory;
  expect(kept.sourceIds).toContain(said.id);
});

it('reads no imported message, no channel that is left out, and no message of other readers', async () => {
  const ada = aPrincipal();
  await world.extractions.setChannel({ author: ada, channel: 'hr', isRead: false });
  await world.truth.write(ada, [
    say(RULE, { sessionKey: 'i', provenance: { importId: 'x' } }),
    say(RULE, { sessionKey: 'h', channel: 'hr' }),
  ]);
  await readAll();
  expect(await proposed(ada)).toEqual([]);

  await world.extractions.setChannel({ author: ada, channel: 'hr', isRead: true });
  await world.extractions.request({ scope: scopeOf(ada), filter: { kind: 'message', channel: 'hr' }, limit: 9 });
  await readAll();
  expect(await contentsOf(ada)).toEqual([RULE]);
});

it('proposes the lesson of a command that failed and of the one that worked, by the messages that came after them', async () => {
  const ada = aPrincipal();
  const ran = (target: string, failed?: string) => [{ act: 'run' as const, target, ...(failed && { failed }) }];
  await world.truth.write(ada, [
    say('It does not start.', { role: 'assistant', toolCalls: ran('npm test --watch', 'unknown option --watch') }),
    say('That is better now.', { role: 'assistant', toolCalls: ran('npm test --watchAll') }),
  ]);
  await readAll();

  expect(await proposed(ada)).toMatchObject([
    {
      kind: 'lesson',
      content: expect.stringContaining('npm test --watchAll'),
      quotes: [{ text: 'It does not start.' }, {}],
    },
  ]);
});

it('reads all windows of a long conversation, each statement once', async () => {
  const ada = aPrincipal();
  const rules = ['main', 'release', 'hotfix', 'staging'].map((branch) => `Never push to ${branch} on Fridays.`);
  const talk = (at: number) => say(at % 70 === 69 ? rules[Math.floor(at / 70)]! : `Step ${at} is done.`);
  await world.truth.write(
    ada,
    Array.from({ length: 280 }, (_, at) => talk(at)),
  );
  await readAll();

  expect((await contentsOf(ada)).filter((content) => content.startsWith('Never')).sort()).toEqual([...rules].sort());
});

it('reads a conversation again after a failure, and proposes nothing twice', async () => {
  const ada = aPrincipal();
  await world.truth.write(ada, [say(RULE)]);
  world.clock.advance(QUIET_CONVERSATION_MS);
  const record = { value: async () => Promise.reject(new Error('killed')) };
  const broken = Object.create(world.extractions, { record }) as typeof world.extractions;
  const failing = Object.create(world.reader, { extractions: { value: broken } }) as ConversationReader;
  await failing.readNext();
  await readAll();

  expect(await contentsOf(ada)).toEqual([RULE]);
});

describe('a conversation that an older version of the extractor read', () => {
  /** Stores that an older version read the conversation, and the proposals that it made. */
  async function readByOlder(ada: Principal, ...contents: readonly string[]) {
    const messages = contents.map((content) => say(content));
    await world.truth.write(ada, messages);
    const renamed = (method: 'propose', change: (command: never) => unknown) =>
      Object.create(world.proposals, {
        [method]: { value: async (command: never) => world.proposals[method](change(command) as never) },
      }) as typeof world.proposals;
    const older = renamed('propose', (command: { proposals: readonly object[] }) => ({
      ...command,
      proposals: command.proposals.map((one) => ({ ...one, extractor: '1' })),
    }));
    const record = { value: async (read: object) => world.extractions.record({ ...read, version: '1' } as never) };
    const reader = Object.create(world.reader, {
      proposals: { value: older },
      extractions: { value: Object.create(world.extractions, { record }) as typeof world.extractions },
    }) as ConversationReader;
    world.clock.advance(QUIET_CONVERSATION_MS);
    while ((await reader.readNext()) !== undefined);
    return messages;
  }

  const nothing = ({ orgId }: Principal, messages: readonly { readonly id: ItemId }[]) => ({
    ...{ orgId, messageIds: messages.map(({ id }) => id), contextIds: [], except: [] },
  });

  const readAgain = async (ada: Principal) => {
    await world.extractions.request({ scope: scopeOf(ada), filter: { kind: 'message' }, limit: 9 });
    await readAll();
  };

  /** Proposes by an older version what the present version does not find in a message. */
  const proposeByOlder = async (ada: Principal, { id }: { readonly id: ItemId }, content: string, extractor = '1') => {
    const item = aNewMemory({ title: content, content }) as never;
    const quotes = [{ messageId: id as never, start: 0, end: RULE.length }];
    const proposal = { item, kind: 'fact' as const, certainty: 0.5, quotes, isOwnWords: false, extractor };
    const of = { scope: scopeOf(ada), author: ada, ownerId: ada.principalId };
    await world.proposals.propose({ ...of, proposals: [proposal] });
  };

  it('is read again on request: what the new reading does not find goes, and the rest stays once', async () => {
    const ada = aPrincipal();
    const [message] = await readByOlder(ada, RULE);
    await proposeByOlder(ada, message!, 'It was found by the older version alone.');
    expect(await contentsOf(ada)).toHaveLength(2);

    await readAgain(ada);

    expect(await contentsOf(ada)).toEqual([RULE]);
  });

  it('keeps what was decided, and proposes no other form of it', async () => {
    const ada = aPrincipal({ kind: 'person' });
    const messages = await readByOlder(ada, 'Good morning.', RULE);
    await proposeByOlder(ada, messages[1]!, 'The branch is main, and the day is Friday.');
    const [form, rule] = (await proposed(ada))
      .toSorted((one, other) => one.content.length - other.content.length)
      .reverse();
    await decide(ada, form!.memoryId, 'keep');
    await world.proposals.withdraw({ ...nothing(ada, messages), version: '2' });
    expect(await contentsOf(ada)).toEqual([]);

    await readAgain(ada);

    expect(await contentsOf(ada)).toEqual([]);
    const ids = [form!.memoryId, rule!.memoryId] as ItemId[];
    expect(await world.proposals.statuses({ orgId: ada.orgId, ids })).toEqual([{ id: form!.memoryId, status: 'kept' }]);
  });

  it('keeps proposals of other programs', async () => {
    const ada = aPrincipal();
    const [message] = await readByOlder(ada, RULE);
    await proposeByOlder(ada, message!, 'A program of the team found this.', 'team-bot 2');

    await readAgain(ada);

    expect((await contentsOf(ada)).sort()).toEqual(['A program of the team found this.', RULE]);
  });
});
