import {
  DEMO_CHANNEL,
  DEMO_SOURCE,
  listOrders,
  shortIdOf,
  visibilities,
  type Item,
  type ItemId,
  type ListOrder,
  type Message,
} from '@cairn/contracts';
import {
  effectiveTime,
  matchesListFilter,
  matchesFilter,
  scopeOf,
  isVisible,
  type Filter,
  type ListFilter,
  type Principal,
  type Scope,
} from '@cairn/domain';
import type { FeatureOptions, ListPage, NewItem, Truth } from '@cairn/ports';
import fc from 'fast-check';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, mentionsOf } from '@cairn/testing';
import { world, truth, write, find, pointerTo } from './truth-under-test.fixture.ts';

/** A suffix that several ids share. */
const SAME_END = '123456789';

/** Reads the features of items as a principal, for a channel if given, in the order of the items. */
const candidateFeaturesOf = async (asking: Principal | [Principal, string | undefined], ...items: NewItem[]) => {
  const [who, inChannel] = Array.isArray(asking) ? asking : [asking, undefined];
  const ids = items.map(({ id }) => id);
  const features = await truth.candidateFeatures(scopeOf(who, inChannel), (items[0] as NewItem).kind, ids);
  return features.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

/** Runs the tests of `truthContract` on reading. */
export function readingContract(): void {
  describe('reading', () => {
    it('lets nothing of the made-up team through a filter without it, and its namesakes', async () => {
      const ada = aPrincipal();
      const demo = { source: DEMO_SOURCE, channel: DEMO_CHANNEL };
      const [ours, ofChannel, ofSource] = [{}, { channel: DEMO_CHANNEL }, { source: DEMO_SOURCE }].map((place, at) =>
        aNewMessage({ content: `said ${at}`, timestamp: at + 1, ...place }),
      ) as [NewItem, NewItem, NewItem];
      const made = aNewMessage({ content: 'made up', timestamp: 9, ...demo });
      await write(ada, ours, ofChannel, ofSource, made);
      const ids = [ours, ofChannel, ofSource].map(({ id }) => id);
      const seen = async (filter: Filter & { kind: 'message' }) => {
        const recent = await truth.recent(scopeOf(ada), filter, 9);
        const hydrated = await truth.hydrate(scopeOf(ada), filter, [...ids, made.id]);
        return [recent.map(({ id }) => id), hydrated.length, await truth.count(scopeOf(ada), filter, 9)];
      };

      expect(await seen({ kind: 'message', noDemo: true })).toEqual([ids, 3, 3]);
      expect(await seen({ kind: 'message' })).toEqual([[...ids, made.id], 4, 4]);
      expect((await truth.candidateFeatures(scopeOf(ada), 'message', [made.id]))[0]).toMatchObject({
        isOfDemo: true,
      });
    });

    it('finds items by the ends of their ids, of all that end so and are seen', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      const ended = (item: NewItem, beginning: string) =>
        ({ ...item, id: `0197a3b0-0000-7000-8000-${beginning}` }) as NewItem;
      const message = ended(aNewMessage({ content: 'one' }), `a01${SAME_END}`);
      const hidden = ended(aNewMemory({ title: 'Hidden', visibility: 'private' }), `a02${SAME_END}`);
      const memory = ended(aNewMemory({ title: 'Another' }), `a03${SAME_END}`);
      const other = aNewMemory({ title: 'Of another end', content: 'Ends otherwise.' });
      await write(ada, message, memory, other, hidden);
      await write(aPrincipal(), ended(aNewMessage({ content: 'of others' }), `a04${SAME_END}`));
      await truth.forget(scopeOf(ada), ada, 'memory', memory.id);
      const idsOf = async (who: Principal, ...ends: string[]) => (await truth.idsByEnd(scopeOf(who), ends)).toSorted();

      expect(await idsOf(ada, SAME_END)).toEqual([message.id, hidden.id]);
      expect(await idsOf(grace, SAME_END)).toEqual([message.id]);
      expect(await idsOf(grace, SAME_END, SAME_END, shortIdOf(other.id))).toEqual([message.id, other.id].toSorted());
      expect(await idsOf(grace, '000000000')).toEqual([]);
      expect(await idsOf(grace)).toEqual([]);
    });

    // Behaviour 13
    it('returns the newest messages by their own time, oldest first, ties by arrival', async () => {
      const ada = aPrincipal();
      const now = world.clock.now();
      const texts = ['unknown time', 'old', 'tie one', 'tie two', 'oldest'];
      const times = [0, now - 100, now - 50, now - 50, now - 200];
      await write(ada, ...texts.map((content, index) => aNewMessage({ content, timestamp: times[index] as number })));

      const messages = await truth.recent(scopeOf(ada), { kind: 'message' }, 4);

      expect(messages.map(({ content }) => content)).toEqual(['old', 'tie one', 'tie two', 'unknown time']);
    });

    it('names the neighbours of a message as far as the scope sees them', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      const sessionKey = 's';
      const question = aNewMessage({ sessionKey, content: 'When do we freeze?' });
      const secret = aNewMessage({ sessionKey, visibility: 'private' });
      const answer = aNewMessage({ sessionKey });
      await write(ada, question, secret, answer);
      const candidateFeaturesOf = async (who: Principal) =>
        (await truth.candidateFeatures(scopeOf(who), 'message', [answer.id, question.id])).sort((a, b) =>
          a.id < b.id ? -1 : 1,
        );

      const [first, last] = await candidateFeaturesOf(grace);
      const [firstForAda, lastForAda] = await candidateFeaturesOf(ada);

      expect(first).toMatchObject({ id: question.id, next: { id: answer.id }, questionShare: 1, length: 18 });
      expect(first?.previous).toBeUndefined();
      expect(last).toMatchObject({ id: answer.id, previous: { id: question.id, questionShare: 1 } });
      expect(last?.next).toBeUndefined();
      expect([first?.turn, last?.turn]).toEqual([0, 1]);
      expect(firstForAda?.next).toEqual({ id: secret.id, role: 'user' });
      expect(lastForAda?.previous).toEqual({ id: secret.id, role: 'user', questionShare: 0 });
    });

    it('leaves out the session of a message on request, and tells everything else', async () => {
      const ada = aPrincipal();
      const sessionKey = 's';
      const message = aNewMessage({ sessionKey, content: 'When do we freeze?' });
      await write(ada, message, aNewMessage({ sessionKey }));
      const read = (options?: FeatureOptions) =>
        truth.candidateFeatures(scopeOf(ada), 'message', [message.id], options);

      const [[whole], [alone]] = await Promise.all([read(), read({ withoutSession: true })]);

      expect(whole).toMatchObject({ thread: 'people', next: { role: 'user' } });
      expect({ ...alone, next: whole?.next }).toEqual({ ...whole, thread: null });
      expect(alone?.next).toBeUndefined();
    });

    it('knows no neighbours without a session', async () => {
      const ada = aPrincipal();
      const messages = [aNewMessage(), aNewMessage()];
      await write(ada, ...messages);

      const features = await truth.candidateFeatures(
        scopeOf(ada),
        'message',
        messages.map(({ id }) => id),
      );

      expect(features.filter(({ previous, next, turn }) => previous ?? next ?? turn)).toEqual([]);
    });

    it('knows the text of a file of a repository from its decisions and from all else', async () => {
      const ada = aPrincipal();
      const source = 'repository:acme/shop';
      const [file, record, other] = [
        aNewMemory({ source, category: 'fact' }),
        aNewMemory({ source, category: 'decision' }),
        aNewMemory({ source: 'adr:acme/shop' }),
      ];
      await write(ada, file, record, other);

      const features = await truth.candidateFeatures(scopeOf(ada), 'memory', [file.id, record.id, other.id]);

      expect(features.filter(({ isRepositoryFile }) => isRepositoryFile).map(({ id }) => id)).toEqual([file.id]);
    });

    it('gives back what a text says and tells of', async () => {
      const ada = aPrincipal();
      const mentionedTime = { from: -5, to: 86_400_000 };
      const items = [
        aNewMessage({}, { mentions: mentionsOf('time'), mentionedTime }),
        aNewMessage({}, { mentions: mentionsOf('number') }),
        aNewMessage({}, { mentions: mentionsOf('name') }),
        aNewMessage({}, { mentions: mentionsOf('rule') }),
        aNewMessage(),
      ];
      const memory = aNewMemory({}, { mentions: mentionsOf('time', 'number', 'name'), mentionedTime });
      await write(ada, ...items, memory);

      const [time, number, name, rule, nothing] = await candidateFeaturesOf(ada, ...items);
      const [ofMemory] = await candidateFeaturesOf(ada, memory);

      expect(time).toMatchObject({ mentions: mentionsOf('time'), mentionedTime });
      expect(number).toMatchObject({ mentions: mentionsOf('number') });
      expect(name).toMatchObject({ mentions: mentionsOf('name') });
      expect(rule).toMatchObject({ mentions: mentionsOf('rule') });
      expect(nothing).toMatchObject({ mentions: mentionsOf() });
      expect([number?.mentionedTime, nothing?.mentionedTime]).toEqual([undefined, undefined]);
      expect(ofMemory).toMatchObject({ mentions: mentionsOf('time', 'number', 'name'), mentionedTime });
    });

    it('names the session of a message and the document of a section', async () => {
      const ada = aPrincipal();
      const messages = [aNewMessage({ sessionKey: 's' }), aNewMessage()];
      const memories = ['Plan / Freeze', 'Plan / Freeze / Exceptions', 'Plan', 'a/b test'].map((title) =>
        aNewMemory({ title }),
      );
      await write(ada, ...messages, ...memories);

      expect((await candidateFeaturesOf(ada, ...messages)).map(({ group }) => group)).toEqual(['s', null]);
      expect((await candidateFeaturesOf(ada, ...memories)).map(({ group }) => group)).toEqual([
        'Plan',
        'Plan',
        null,
        null,
      ]);
    });

    it('tells threads between people from those with an assistant', async () => {
      const ada = aPrincipal();
      const among = [aNewMessage({ sessionKey: 'people' }), aNewMessage({ sessionKey: 'people', role: 'tool' })];
      const chat = [aNewMessage({ sessionKey: 'chat' }), aNewMessage({ sessionKey: 'chat', role: 'assistant' })];
      const alone = [aNewMessage(), aNewMessage({ role: 'assistant' })];
      const memory = aNewMemory();
      await write(ada, ...among, ...chat, ...alone, memory);
      await write(aPrincipal(), aNewMessage({ sessionKey: 'people', role: 'assistant' }));

      const threads = (await candidateFeaturesOf(ada, ...among, ...chat, ...alone)).map(({ thread }) => thread);

      expect(threads).toEqual(['people', 'people', 'assistant', 'assistant', 'people', 'assistant']);
      expect(await candidateFeaturesOf(ada, memory)).toMatchObject([{ thread: null }]);
    });

    it('sees an assistant in a thread as far as the scope does', async () => {
      const ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: PEER_PREFIXES });
      const grace = aColleagueOf(ada);
      const [inPrivate, inPeer, forgotten] = ['private', 'peer', 'forgotten'].map((sessionKey) =>
        aNewMessage({ sessionKey }),
      ) as [NewItem, NewItem, NewItem];
      const gone = aNewMessage({ sessionKey: 'forgotten', role: 'assistant' });
      await write(
        ada,
        ...[inPrivate, inPeer, forgotten, gone],
        aNewMessage({ sessionKey: 'private', role: 'assistant', visibility: 'private' }),
        aNewMessage({ sessionKey: 'peer', role: 'assistant', channel: 'coach:1', visibility: 'peer' }),
      );
      const threadsFor = async (who: Principal, inChannel?: string) =>
        (await candidateFeaturesOf([who, inChannel], inPrivate, inPeer, forgotten)).map(({ thread }) => thread);
      expect(await threadsFor(ada)).toEqual(['assistant', 'people', 'assistant']);

      await truth.forget(scopeOf(ada), ada, 'message', gone.id);

      expect(await threadsFor(ada)).toEqual(['assistant', 'people', 'people']);
      expect(await threadsFor(ada, 'coach:1')).toEqual(['assistant', 'assistant', 'people']);
      expect(await threadsFor(grace)).toEqual(['people', 'people', 'people']);
    });

    it('lists every item once, page by page, while others are written and forgotten', async () => {
      const ada = aPrincipal();
      const scope = scopeOf(ada);
      const now = world.clock.now();
      const items = [30, 10, 20, 20, 40].map((past) => aNewMessage({ timestamp: now - past }));
      const [b, e, c, d, a] = items.map(({ id }) => id) as [ItemId, ItemId, ItemId, ItemId, ItemId];
      await write(ada, ...items);
      const page = async (order: ListOrder, last?: Message) => {
        const after = last && { id: last.id, time: effectiveTime(last) };
        return (await truth.list(scope, { kind: 'message' }, { order, limit: 2, after })) as Message[];
      };
      const ids = (...pages: Message[][]) => pages.flat().map(({ id }) => id);

      const newest = await page('newest');
      const oldest = await page('oldest');
      const stored = await page('stored');
      await truth.forget(scope, ada, 'message', newest[1]!.id);
      await truth.forget(scope, ada, 'message', stored[1]!.id);
      const late = aNewMessage({ timestamp: now - 25, content: 'Late.' });
      await write(ada, aNewMessage({ timestamp: now, content: 'Now.' }), late);
      const [newestRest, oldestRest, storedRest] = await Promise.all([
        page('newest', newest[1]),
        page('oldest', oldest[1]),
        page('stored', stored[1]),
      ]);

      expect(ids(newest, newestRest)).toEqual([e, d, c, late.id]);
      expect(ids(oldest, oldestRest)).toEqual([a, b, late.id, c]);
      expect(ids(stored, storedRest)).toEqual([b, e, c, a]);
      expect(ids(newestRest)).not.toContain(d);
    });

    it('lists the one item of a source that has an external id', async () => {
      const ada = aPrincipal();
      const ofSource = (source: string, externalId: string) => aNewMessage({ source, externalId, content: source });
      const [wanted, ...others] = [ofSource('jira', 'OPS-7'), ofSource('wiki', 'OPS-7'), ofSource('jira', 'OPS-70')];
      await truth.write(ada, [wanted!, ...others]);

      const named = { kind: 'message', source: 'jira', externalId: 'OPS-7' } as const;
      const found = await truth.list(scopeOf(ada), named, { order: 'newest', limit: 5 });

      expect(found.map(({ id }) => id)).toEqual([wanted!.id]);
      await expect(truth.list(scopeOf(aPrincipal()), named, { order: 'newest', limit: 5 })).resolves.toEqual([]);
    });

    it('shows in a list how far the indexes are with an item', async () => {
      const ada = aPrincipal();
      const memory = aNewMemory();
      await write(ada, memory);
      await truth.markIndexed(pointerTo(ada, memory), 'vectors', 1);

      const [listed] = await truth.list(scopeOf(ada), { kind: 'memory' }, { order: 'newest', limit: 1 });

      expect(listed).toEqual(await find(ada, memory));
      expect(listed?.index.vectors).toBe('indexed');
    });

    it('does not go on from an item that the organisation does not have', async () => {
      const [ada, eve] = [aPrincipal(), aPrincipal()];
      const [own, foreign] = [aNewMessage(), aNewMessage()];
      await write(ada, own);
      await write(eve, foreign);
      const after = (id: ItemId, kind: 'message' | 'memory' = 'message') =>
        truth.list(scopeOf(ada), { kind }, { order: 'newest', limit: 1, after: { id, time: 1 } });

      const refusal = { code: 'request/invalid', issues: [{ field: 'cursor' }] };
      await expect(after(foreign.id)).rejects.toMatchObject(refusal);
      await expect(after(own.id, 'memory')).rejects.toMatchObject(refusal);
      await expect(after(own.id)).resolves.toEqual([]);
    });

    it('counts up to a bound', async () => {
      const ada = aPrincipal();
      await write(ada, aNewMessage(), aNewMessage(), aNewMessage());

      expect(await truth.count(scopeOf(ada), { kind: 'message' }, 2)).toBe(2);
      expect(await truth.count(scopeOf(ada), { kind: 'message' }, 5)).toBe(3);
    });

    it('sums up what the scope sees, and nothing else', async () => {
      const ada = aPrincipal();
      await write(ada, aNewMemory({ title: 'One', store: 'episodic' }), aNewMemory({ title: 'Two', category: 'rule' }));
      await write(
        ada,
        aNewMemory({ visibility: 'private' }),
        aNewMessage({ channel: 'c', sessionKey: 's' }),
        aNewMessage(),
      );
      await write(aPrincipal(), aNewMemory(), aNewMessage());

      const stats = await truth.stats(scopeOf(aColleagueOf(ada)));

      expect(stats.memories).toMatchObject({ total: 2, archived: 0, last24h: 2, meanStrength: 0.8 });
      expect(stats.memories.byStore).toEqual({ episodic: 1, semantic: 1 });
      expect(stats.memories.byCategory).toEqual({ decision: 1, rule: 1 });
      expect(stats.messages).toEqual({ total: 2, last24h: 2, channels: 1, sessions: 1 });
      expect(stats.index).toEqual({
        pending: { words: expect.any(Number), vectors: 4 },
        dead: { words: 0, vectors: 0 },
        off: { words: 0, vectors: 0 },
      });
      expect(stats.strongest.map(({ title }) => title).sort()).toEqual(['One', 'Two']);
    });

    it('sums up nothing as nothing', async () => {
      const stats = await truth.stats(scopeOf(aPrincipal()));

      expect(stats.memories).toMatchObject({ total: 0, meanStrength: 0, byStore: {} });
      expect(stats.messages).toEqual({ total: 0, last24h: 0, channels: 0, sessions: 0 });
    });

    it('shows each scope what `isVisible` and `matchesFilter` say, by every way of reading', async () => {
      await fc.assert(
        fc.asyncProperty(aTeam, async (team) => {
          const stored = await storeTeam(truth, team);
          for (const asked of team.asked) await expectRightAnswers(truth, stored, asked);
        }),
        { numRuns: 40 },
      );
    }, 60_000);
  });
}

const PEER_PREFIXES = ['coach'];
const channels = ['ops', 'coach:1', 'coach:2', 'coach:main'] as const;
const channel = fc.option(fc.constantFrom(...channels), { nil: undefined });
const tag = fc.constantFrom('a', 'A', 'ab', 'ä', '%');
const time = fc.constantFrom(0, 10, 20, 30);
const project = fc.option(fc.constantFrom('acme/pay', 'acme/shop'), { nil: undefined });
const common = { channel, project, timestamp: time, source: fc.constantFrom('api', 'chat') } as const;
const visibility = fc.constantFrom(...visibilities);

const aDraft = fc.oneof(
  fc.record({
    kind: fc.constant('message' as const),
    author: fc.nat(2),
    visibility,
    input: fc.record({
      ...common,
      speaker: fc.option(fc.constantFrom('Bo', 'bo', 'Cy'), { nil: undefined }),
      subchannel: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
      sessionKey: fc.option(fc.constantFrom('s', 't'), { nil: undefined }),
    }),
  }),
  fc.record({
    kind: fc.constant('memory' as const),
    author: fc.nat(2),
    visibility,
    input: fc.record({
      ...common,
      store: fc.constantFrom('semantic', 'episodic'),
      category: fc.constantFrom('fact', 'rule'),
      tags: fc.array(tag, { maxLength: 3 }),
      validFrom: fc.option(time, { nil: undefined }),
      validTo: fc.option(time, { nil: undefined }),
      subject: fc.option(fc.constantFrom('payments', 'Payments'), { nil: undefined }),
    }),
  }),
);

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const aFilter: fc.Arbitrary<Filter> = fc.record({
  kind: fc.constantFrom('message', 'memory'),
  channel,
  sharedRoom: optional(fc.constant('coach:main')),
  subchannel: optional(fc.constant('x')),
  project: optional(fc.constant('acme/pay')),
  sessionKey: optional(fc.constantFrom('s', 't')),
  stores: optional(fc.subarray(['semantic', 'episodic'] as const)),
  categories: optional(fc.subarray(['fact', 'rule'] as const)),
  tags: optional(fc.array(tag, { maxLength: 3 })),
  tagMatch: optional(fc.constantFrom('any', 'all')),
  sinceMs: optional(time),
  untilMs: optional(time),
  includeArchived: optional(fc.boolean()),
  holdsAt: optional(time),
  asOf: optional(time),
  subject: optional(fc.constantFrom('payments', 'Payments')),
});

const listedOnly = {
  authors: optional(fc.subarray([0, 1, 2, 3, 4])),
  source: optional(fc.constantFrom('api', 'chat')),
  speaker: optional(fc.constantFrom('Bo', 'bo')),
  validToMs: optional(time),
  order: fc.constantFrom(...listOrders),
};

const aTeam = fc.record({
  drafts: fc.array(aDraft, { minLength: 1, maxLength: 25 }),
  asked: fc.array(
    fc.record({
      who: fc.nat(4),
      channel,
      closed: fc.subarray(['ops', 'coach:1', 'ops:', 'coach:main']),
      filter: aFilter,
      listed: fc.record(listedOnly),
      limit: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  forgotten: fc.nat(30),
});

type Team = typeof aTeam extends fc.Arbitrary<infer Value> ? Value : never;

interface StoredTeam {
  readonly members: readonly Principal[];
  readonly items: readonly Item[];
}

/**
 * Stores the drafts of five principals: three colleagues with different peers, a principal of another organisation, and
 * the owner of two of the colleagues. Then forgets one of the stored items.
 */
async function storeTeam(truth: Truth, { drafts, forgotten }: Team): Promise<StoredTeam> {
  const ada = aPrincipal({ peers: ['coach:1'], peerPrefixes: PEER_PREFIXES });
  const others = [aColleagueOf(ada, { peers: ['*'] }), aColleagueOf(ada), aPrincipal({ peers: ['*'] })];
  const owner = aColleagueOf(ada, { agents: [ada.principalId, others[0]!.principalId] });
  const members = [ada, ...others, owner];
  const items: Item[] = [];
  for (const draft of drafts) {
    const author = members[draft.author] as Principal;
    const { visibility } = draft;
    const item =
      draft.kind === 'message' ? aNewMessage(draft.input, { visibility }) : aNewMemory(draft.input, { visibility });
    await truth.write(author, [item]);
    items.push((await truth.load({ orgId: author.orgId, kind: item.kind, id: item.id })) as Item);
  }
  const [gone] = items.splice(forgotten, 1);
  if (gone) await forgetAsItsWriter(truth, members, gone);
  return { members, items };
}

async function forgetAsItsWriter(truth: Truth, members: readonly Principal[], item: Item): Promise<void> {
  const writer = members.find(({ principalId }) => principalId === item.principalId) as Principal;
  const scope = scopeOf({ ...writer, peers: ['*'] }, item.channel);
  const isForgotten = await truth.forget(scope, writer, item.kind, item.id);
  expect(isForgotten).toBe(isVisible(scope, item));
  if (!isForgotten) await expect(truth.find(scope, item.kind, item.id)).resolves.toBeUndefined();
}

async function expectRightAnswers(
  truth: Truth,
  { members, items }: StoredTeam,
  asked: Team['asked'][number],
): Promise<void> {
  const { filter, limit } = asked;
  const scope = scopeOf({ ...(members[asked.who] as Principal), closedChannels: asked.closed }, asked.channel);
  const seen = items.filter((item) => isVisible(scope, item));
  const right = seen.filter((item) => matchesFilter(filter, item));
  const ids = items.map(({ id }) => id);

  expect(idsOf(await truth.hydrate(scope, filter, ids))).toEqual(idsOf(right));
  expect(await truth.count(scope, filter, 1000)).toBe(right.length);
  expect(idsOf(await truth.candidateFeatures(scope, filter.kind, ids))).toEqual(idsOf(ofKind(seen, filter.kind)));
  expect(await findAll(truth, scope, items)).toEqual(idsOf(seen));
  await expectRightRecent(truth, scope, { ...filter, kind: 'message' }, { seen, limit });
  await expectRightSpeakers(truth, scope, filter.channel, seen);
  await expectRightList(truth, scope, asked, { members, seen });
}

/** Checks the lists that a scope reads. `seen` must be in the order of arrival. */
async function expectRightList(
  truth: Truth,
  scope: Scope,
  { filter, listed: { order, authors, ...others }, limit }: Team['asked'][number],
  { members, seen }: { readonly members: readonly Principal[]; readonly seen: readonly Item[] },
): Promise<void> {
  const names = { ...others, authors: authors?.map((place) => (members[place] as Principal).principalId) };
  for (const listed of [
    { ...filter, ...names },
    { kind: filter.kind, ...names },
  ]) {
    const right = inOrder(
      order,
      seen.filter((item) => matchesListFilter(listed, item)),
    );
    const ids = right.map(({ id }) => id);
    const afterFirst = await truth.list(scope, listed, { order, limit, skip: 1 });
    expect(await listedIds(truth, scope, listed, { order, limit })).toEqual(ids);
    expect(afterFirst.map(({ id }) => id)).toEqual(ids.slice(1, 1 + limit));
    expect(await truth.count(scope, listed, 1000)).toBe(ids.length);
  }
}

function inOrder(order: ListOrder, items: readonly Item[]): readonly Item[] {
  if (order === 'stored') return items;
  const oldest = [...items].sort((one, other) => effectiveTime(one) - effectiveTime(other));
  return order === 'oldest' ? oldest : oldest.reverse();
}

/** Lists the ids of all pages. */
async function listedIds(truth: Truth, scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemId[]> {
  const items = await truth.list(scope, filter, page);
  const last = items.at(-1);
  if (!last) return [];
  const after = { id: last.id, time: effectiveTime(last) };
  return [...items.map(({ id }) => id), ...(await listedIds(truth, scope, filter, { ...page, after }))];
}

const idsOf = (items: readonly { id: ItemId }[]) => items.map(({ id }) => id).sort();
const ofKind = (items: readonly Item[], kind: Item['kind']) => items.filter((item) => item.kind === kind);

async function findAll(truth: Truth, scope: Scope, items: readonly Item[]): Promise<ItemId[]> {
  const found = await Promise.all(items.map(({ kind, id }) => truth.find(scope, kind, id)));
  return idsOf(found.filter((item) => item !== undefined));
}

async function expectRightRecent(
  truth: Truth,
  scope: Scope,
  filter: Filter & { kind: 'message' },
  { seen, limit }: { seen: readonly Item[]; limit: number },
): Promise<void> {
  const timeOf = ({ timestamp, createdAt }: Item) => timestamp ?? createdAt;
  const right = seen.filter((item) => matchesFilter(filter, item)).sort((a, b) => timeOf(a) - timeOf(b));
  const found = await truth.recent(scope, filter, limit);
  expect(found.map(({ id }) => id)).toEqual(right.slice(-limit).map(({ id }) => id));
}

async function expectRightSpeakers(
  truth: Truth,
  scope: Scope,
  inChannel: string | undefined,
  seen: readonly Item[],
): Promise<void> {
  const heard = seen.filter(
    (item) => item.kind === 'message' && (inChannel === undefined || item.channel === inChannel),
  );
  const names = heard.flatMap((item) => ('speaker' in item && item.speaker !== null ? [item.speaker] : []));
  const distinct = [...new Set(names)].sort();
  expect((await truth.speakers(scope, inChannel)).toSorted()).toEqual(distinct);
  const asked = [...distinct.slice(1), 'Nobody', 'Caroline', 'Melanie'];
  const still = await truth.stillSpeaking(scope, asked, inChannel);
  expect(still.sort()).toEqual(distinct.filter((name) => asked.includes(name)));
}
