import type { ItemId, OrgId, TeamId } from '@cairn/contracts';
import { asBaseMember, scopeOf, teamWordOf, type Principal } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import type { MemoryAct } from '../memories/acts.ts';
import type { Lifecycle } from '../memories/lifecycle.ts';
import type { ClosedChannels } from '../access/closed-channels.ts';
import type { KnowledgeBases } from '../knowledge/knowledge-bases.ts';
import type { Forgetting } from './forgetting.ts';
import { continueForgetting, remainingInStore, selectItems } from './forget-steps.ts';
import type { Selection } from './forgetting.rules.ts';
import { tablesOfItems } from '../schema/features.ts';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, type AuditedRow, type SettableClock } from '@cairn/testing';

export interface ForgettingWorld {
  readonly forgetting: Forgetting;
  readonly lifecycle: Lifecycle;
  readonly channels: ClosedChannels;
  readonly knowledgeBases: KnowledgeBases;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly audit: () => Promise<AuditedRow[]>;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Forgetting` against one adapter; `make` opens an empty store and its truth. */
export function forgettingContract(adapter: string, make: () => Promise<ForgettingWorld>): void {
  describe(`${adapter} keeps the promises of forgetting`, () => {
    let world: ForgettingWorld;
    let forgetting: Forgetting;
    let truth: Truth;

    beforeAll(async () => {
      world = await make();
      ({ forgetting, truth } = world);
    });
    afterAll(() => world.close());

    const aTeam = () => {
      const ada = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });
      const grace = aColleagueOf(ada, { peers: ['*'] });
      return { ada, grace, boss: aColleagueOf(ada, { role: 'manager', peers: ['*'] }) };
    };
    const said = (input: object, made: object = {}) => aNewMessage({ sessionKey: 's', ...input }, made);
    const idsOf = (items: readonly NewItem[]) => items.map(({ id }) => id);
    const by = (names: Omit<Selection, 'lineage'>, lineage = false): Selection => ({ ...names, lineage });

    async function selected(author: Principal, selection: Selection, channel?: string) {
      const { items, others } = await selectItems(forgetting, {
        scope: scopeOf(author, channel),
        role: author.role,
        selection,
      });
      return { ids: items.map(({ id }) => id), others };
    }

    async function begun(author: Principal, selection: Selection, channel?: string): Promise<string> {
      const id = uuidv7();
      await forgetting.begin({ scope: scopeOf(author, channel), role: author.role, selection, id });
      return id;
    }

    async function carriedOn(orgId: OrgId, id: string): Promise<void> {
      for (let pages = 0; pages < 50; pages += 1)
        if ((await continueForgetting(forgetting, { orgId, id })) === 'verifying') return;
      throw new Error('the act does not end');
    }

    async function forgotten(author: Principal, selection: Selection, channel?: string) {
      const id = await begun(author, selection, channel);
      await carriedOn(author.orgId, id);
      return (await forgetting.certificate({ author: author, id }))!;
    }

    async function stay(author: Principal, items: readonly NewItem[], channel?: string): Promise<ItemId[]> {
      const found = await Promise.all(items.map(({ kind, id }) => truth.find(scopeOf(author, channel), kind, id)));
      return found.flatMap((item) => item?.id ?? []);
    }

    it('selects what all the names fit and the scope sees, and tells how much others wrote', async () => {
      const { ada, grace, boss } = aTeam();
      const mine = said({ speaker: 'Ada', source: 'chat', channel: 'dev', timestamp: 100 });
      const elsewhere = said({ sessionKey: 't', speaker: 'Ada', source: 'mail', channel: 'ops', timestamp: 50 });
      const memory = aNewMemory({
        ...{ source: 'chat', channel: 'dev', timestamp: 100 },
        provenance: { a: '"', importId: '2026-1' },
      });
      const hers = said({ speaker: 'Grace', source: 'chat' });
      const hidden = said({ source: 'chat' }, { visibility: 'private' });
      const peers = said({ channel: 'coach:1' }, { visibility: 'peer' });
      await truth.write(ada, [mine, elsewhere, memory]);
      await truth.write(grace, [hers, hidden, peers]);

      expect(await selected(ada, by({ sessionKey: 's' }))).toEqual({ ids: idsOf([mine]), others: 1 });
      expect(await selected(boss, by({ sessionKey: 's' }))).toEqual({ ids: idsOf([mine, hers]), others: 0 });
      expect((await selected(boss, by({ source: 'chat' }))).ids).toEqual(idsOf([mine, memory, hers]));
      expect((await selected(boss, by({ channel: 'dev' }))).ids).toEqual(idsOf([mine, memory]));
      expect((await selected(boss, by({ importId: '2026-1' }))).ids).toEqual(idsOf([memory]));
      expect((await selected(boss, by({ importId: '2026' }))).ids).toEqual([]);
      expect((await selected(boss, by({ speaker: 'Ada', since: 60 }))).ids).toEqual(idsOf([mine]));
      expect((await selected(boss, by({ ids: idsOf([hers, hidden, elsewhere]) }))).ids).toEqual(
        idsOf([elsewhere, hers]),
      );
      expect((await selected(boss, by({ channel: 'coach:1' }), 'coach:1')).ids).toEqual(idsOf([peers]));
      expect((await selected(aPrincipal({ role: 'admin' }), by({ sessionKey: 's' }))).ids).toEqual([]);
      expect(await stay(boss, [mine, elsewhere, memory, hers])).toHaveLength(4);
    });

    it('selects by the id that the sender gave, of one source or of all', async () => {
      const { ada } = aTeam();
      const sent = (source: string, externalId: string) =>
        aNewMemory({ content: source + externalId, source, externalId });
      const [wiki, chat, other] = [sent('wiki', 'A-1'), sent('chat', 'A-1'), sent('wiki', 'A-10')];
      await truth.write(ada, [wiki, chat, other]);

      expect((await selected(ada, by({ externalId: 'A-1' }))).ids).toEqual(idsOf([wiki, chat]));
      await forgotten(ada, by({ externalId: 'A-1', source: 'wiki' }));
      expect(await stay(ada, [wiki, chat, other])).toEqual([chat.id, other.id]);
    });

    it('selects memories that have all of the tags', async () => {
      const { ada, grace, boss } = aTeam();
      const tagged = (tags: string[]) => aNewMemory({ content: tags.join(' '), tags });
      const [both, one, longer] = [tagged(['user:ann', 'run:1']), tagged(['user:ann']), tagged(['user:anna', 'run:1'])];
      const hers = tagged(['run:1', 'user:ann', 'x']);
      await truth.write(ada, [both, one, longer, said({ content: 'user:ann run:1' })]);
      await truth.write(grace, [hers]);

      expect(await selected(ada, by({ tags: ['user:ann', 'run:1'] }))).toEqual({ ids: idsOf([both]), others: 1 });
      expect((await selected(boss, by({ tags: ['user:ann'] }))).ids).toEqual(idsOf([both, one, hers]));
      await forgotten(boss, by({ tags: ['user:ann', 'user:ann'] }));
      expect(await stay(boss, [both, one, longer, hers])).toEqual([longer.id]);
    });

    it('selects by a text that title, content or a former version contains, with A to Z in either case', async () => {
      const { ada, grace, boss } = aTeam();
      const called = said({ content: 'call anna MÜLLER on +44 7700 900123' });
      const titled = aNewMemory({ title: 'Anna Müller pays late', content: 'since March' });
      const pattern = aNewMemory({ title: 'Discounts', content: '100% of 5_0' });
      const other = said({ content: 'Anna Miller is new' });
      const edited = aNewMemory({ title: 'Contact', content: 'Ask Anna Müller' });
      await truth.write(ada, [called, titled, pattern, other, edited]);
      await truth.write(grace, [said({ content: 'Anna Müller' }, { visibility: 'private' })]);
      const derived = aNewMemory({ content: 'Ask the office' }).derived;
      await world.lifecycle.change({
        ...{ scope: scopeOf(ada), author: ada, id: edited.id, ifVersion: 1 },
        ...{ fields: { content: 'Ask the office' }, derived },
      });

      expect((await selected(boss, by({ contains: 'anna m' }))).ids).toEqual(idsOf([called, titled, other, edited]));
      expect((await selected(boss, by({ contains: 'Müller' }))).ids).toEqual(idsOf([titled, edited]));
      expect((await selected(boss, by({ contains: '0%' }))).ids).toEqual(idsOf([pattern]));
      expect((await selected(boss, by({ contains: '5_0' }))).ids).toEqual(idsOf([pattern]));
      expect((await selected(boss, by({ contains: 'active' }))).ids).toEqual([]);
      const plan = { scope: scopeOf(boss), role: boss.role, selection: by({ contains: 'anna m' }) };
      expect(await selectItems(forgetting, plan)).toMatchObject({ changed: 1 });
      await forgotten(boss, by({ contains: 'ANNA M' }));
      expect(await stay(boss, [called, titled, pattern, other, edited])).toEqual([pattern.id]);
    });

    it('selects by an identifier in any of its written forms, also of a former version, and by no longer one', async () => {
      const { ada, grace, boss } = aTeam();
      const spoken = said({ content: 'my card is 5500 0055 5555 5559' });
      const noted = aNewMemory({ title: 'Card 5500-0055-5555-5559', content: 'expires in May' });
      const longer = aNewMemory({ title: 'Card', content: 'The other is 55000055555555591.' });
      const edited = aNewMemory({ title: 'Payment', content: 'Pays with 5500005555555559' });
      const token = aNewMemory({ title: 'Token', content: 'It is 77ab09fe-12ac.' });
      await truth.write(ada, [spoken, noted, longer, edited, token]);
      await truth.write(grace, [said({ content: '5500005555555559' }, { visibility: 'private' })]);
      const derived = aNewMemory({ content: 'Pays by invoice' }).derived;
      await world.lifecycle.change({
        ...{ scope: scopeOf(ada), author: ada, id: edited.id, ifVersion: 1 },
        ...{ fields: { content: 'Pays by invoice' }, derived },
      });
      const card = by({ identifier: 'card 5500005555555559' });

      expect((await selected(boss, card)).ids).toEqual(idsOf([spoken, noted, edited]));
      expect((await selected(boss, by({ identifier: 'token 77ab09fe' }))).ids).toEqual(idsOf([token]));
      expect((await selected(boss, by({ identifier: 'ask Ada' }))).ids).toEqual([]);
      const certificate = await forgotten(boss, card);

      expect(certificate).toMatchObject({ by: ['identifier'], messages: 1, memories: 2 });
      expect(await stay(boss, [spoken, noted, longer, edited, token])).toEqual(idsOf([longer, token]));
    });

    it('selects by an identifier in long texts and in each of several former versions', async () => {
      const { ada, boss } = aTeam();
      const filler = 'nothing of note. '.repeat(12_000);
      const long = Array.from({ length: 4 }, (_, at) => said({ content: `${filler} ticket QX-7731-${at}` }));
      const edited = aNewMemory({ title: 'Ticket', content: `QX-7731-2 ${filler}` });
      await truth.write(ada, [...long, edited]);
      const derived = aNewMemory({ content: 'Closed' }).derived;
      const edits = [`Was reopened ${filler}`, 'Closed'];
      for (const [at, content] of edits.entries())
        await world.lifecycle.change({
          ...{ scope: scopeOf(ada), author: ada, id: edited.id, ifVersion: at + 1 },
          ...{ fields: { content }, derived },
        });

      expect((await selected(boss, by({ identifier: 'QX-7731-2' }))).ids).toEqual(idsOf([long[2]!, edited]));
      expect((await selected(boss, by({ identifier: 'QX-7731-9' }))).ids).toEqual([]);
    });

    it('selects documents by the channel of their knowledge base', async () => {
      const { ada, boss } = aTeam();
      let inside = boss;
      const written = async (channel: string | null) => {
        const base = { name: `Of ${channel}`, scope: channel, description: null, agentIds: [], sourceType: null };
        const { knowledgeBaseId } = await world.knowledgeBases.create({
          author: boss,
          base: { ...base, peerScopePolicy: 'strict' },
        });
        inside = asBaseMember(inside, knowledgeBaseId);
        const visibility = teamWordOf(knowledgeBaseId as string as TeamId);
        const chunk = { ...aNewMemory({ content: `The code of ${channel} is 4711-Zulu.` }, { visibility }) };
        await truth.write(ada, [{ ...chunk, knowledgeBase: knowledgeBaseId }]);
        return chunk;
      };
      const [ops, none] = [await written('ops'), await written(null)];
      const said4711 = said({ content: 'It is 4711-Zulu.', channel: 'ops' });
      await truth.write(ada, [said4711]);

      for (const names of [{ contains: '4711-Zulu' }, { identifier: '4711-Zulu' }]) {
        expect((await selected(inside, by({ ...names, channel: 'ops' }), 'ops')).ids).toEqual(idsOf([ops, said4711]));
        expect((await selected(inside, by(names))).ids).toEqual(idsOf([ops, none, said4711]));
        expect((await selected(boss, by({ ...names, channel: 'ops' }), 'ops')).ids).toEqual(idsOf([said4711]));
      }
      await forgotten(inside, by({ identifier: '4711-Zulu', channel: 'ops' }), 'ops');
      expect(await stay(inside, [ops, none, said4711])).toEqual([none.id]);
    });

    it('takes what was made from it by any number of steps, by id or external id, of summaries too', async () => {
      const { ada, grace, boss } = aTeam();
      const source = 'made';
      const first = aNewMemory({ source, sourceIds: ['turn 1'], externalId: 'm1' });
      const turn = said({ source, externalId: 'turn 1' });
      const many = Array.from({ length: 12 }, (_, at) => `nobody ${at}`);
      const summary = aNewMemory({ source, sourceIds: [...many, 'm1'] });
      const hers = aNewMemory({ source: 'other', sourceIds: [summary.id.toUpperCase()] });
      const apart = aNewMemory({ source: 'other', sourceIds: ['turn 1', 'm1'] });
      await truth.write(ada, [first]);
      await truth.write(ada, [turn, summary, apart]);
      await truth.write(grace, [hers]);

      expect(await selected(ada, by({ ids: [turn.id] }, true))).toEqual({
        ids: idsOf([first, turn, summary]),
        others: 1,
      });
      const certificate = await forgotten(boss, by({ ids: [turn.id] }, true));

      expect(certificate).toMatchObject({ lineage: true, messages: 1, memories: 3 });
      expect(await stay(boss, [first, turn, summary, hers, apart])).toEqual([apart.id]);
    });

    it('goes on where it ended, a page at a time, and leaves one row in the audit', async () => {
      const { ada } = aTeam();
      const items = Array.from({ length: 230 }, (_, at) => said({ content: `word ${at}` }));
      await truth.write(ada, items);
      const id = await begun(ada, by({ sessionKey: 's' }));

      const states = [await continueForgetting(forgetting, { orgId: ada.orgId, id })];
      while (states.at(-1) === 'forgetting')
        states.push(await continueForgetting(forgetting, { orgId: ada.orgId, id }));

      expect(states.length).toBeGreaterThan(3);
      expect(states.at(-1)).toBe('verifying');
      expect(await continueForgetting(forgetting, { orgId: ada.orgId, id })).toBe('verifying');
      expect(await stay(ada, items)).toEqual([]);
      const audited = (await world.audit()).filter(({ orgId }) => orgId === ada.orgId);
      expect(audited.filter(({ action }) => action === 'forget')).toMatchObject([
        { kind: 'selection', id, version: 230 },
      ]);
    });

    it('certifies what went and what was left, to whoever began the act', async () => {
      const { ada, grace } = aTeam();
      const memory = aNewMemory({ channel: 'dev' });
      await truth.write(ada, [memory]);
      await world.lifecycle.change({
        scope: scopeOf(ada),
        author: ada,
        id: memory.id,
        ifVersion: 1,
        fields: { content: 'changed' },
        derived: memory.derived,
      });
      world.clock.set(7_000);

      const { id, ...certificate } = await forgotten(ada, by({ channel: 'dev' }));
      const left = await remainingInStore(forgetting, { orgId: ada.orgId, id }, tablesOfItems);
      await forgetting.keepLeft({ orgId: ada.orgId, id, left: [{ where: 'words-1', remaining: 1 }] });
      const unclean = await forgetting.certificate({ author: ada, id });
      await forgetting.keepLeft({ orgId: ada.orgId, id, left });

      expect(certificate).toMatchObject({ state: 'verifying', by: ['channel'], memories: 1, forgottenAt: 7_000 });
      expect(certificate.removed).toEqual(
        expect.arrayContaining([
          { from: 'item', rows: 1 },
          { from: 'revision', rows: 1 },
        ]),
      );
      expect(left.map(({ where }) => where)).toEqual(
        expect.arrayContaining(['store: item', 'store: revision', 'store: dead_letter', 'store: item_embedding']),
      );
      expect(left.filter((each) => each.remaining > 0)).toEqual([]);
      expect(unclean).toMatchObject({ state: 'verifying', verifiedAt: null });
      expect(await forgetting.certificate({ author: ada, id })).toMatchObject({
        state: 'verified',
        verifiedAt: 7_000,
        verified: left,
      });
      expect(await forgetting.certificate({ author: grace, id })).toBeUndefined();
      expect(await continueForgetting(forgetting, { orgId: ada.orgId, id })).toBe('verified');
      expect(await continueForgetting(forgetting, { orgId: ada.orgId, id: uuidv7() })).toBeUndefined();
      expect(await forgetting.done({ orgId: ada.orgId, id, limit: 10 })).toEqual([memory.id]);
    });

    it('refuses a session that a manager forgot, each item by its place, until somebody asks for it again', async () => {
      const { ada, grace, boss } = aTeam();
      await truth.write(ada, [said({})]);
      await forgotten(boss, by({ sessionKey: 's' }));
      const next = () => said({ content: 'The next turn.' });
      const batch = () => [said({ sessionKey: 'other' }), next(), next()];

      const refused = truth.write(ada, batch());
      await expect(refused).rejects.toMatchObject({
        code: 'item/forgotten',
        issues: [1, 2].map((at) => ({ field: `[${at}].sessionKey`, value: 's' })),
      });
      await expect(truth.write(ada, [next()], undefined, 'own')).rejects.toMatchObject({
        issues: [{ field: 'sessionKey', allowed: expect.stringContaining('manager') }],
      });
      expect(await truth.write(grace, [said(next().input, { visibility: 'private' })])).toMatchObject([
        { created: true },
      ]);
      expect(await truth.write(boss, batch(), undefined, 'all')).toHaveLength(3);
      expect(await truth.write(ada, batch())).toHaveLength(3);
    });

    it('refuses a source that a writer forgot to that writer alone, memories and successors too', async () => {
      const { ada, grace } = aTeam();
      const old = aNewMemory({ source: 'wiki' });
      await truth.write(ada, [old]);
      const lone = aNewMemory({ source: 'wiki' }, { visibility: 'private' });
      await truth.write(ada, [lone]);
      const id = await begun(ada, by({ source: 'wiki' }));

      const act = { scope: scopeOf(ada), author: ada, id: lone.id, ifVersion: 1 };
      const successor = aNewMemory({ source: 'wiki' }, { visibility: 'private' }) as NewItem & { kind: 'memory' };
      await expect(world.lifecycle.supersede({ ...act, successor })).rejects.toMatchObject({ code: 'item/forgotten' });
      await carriedOn(ada.orgId, id);

      await expect(truth.write(ada, [aNewMemory({ source: 'wiki' })])).rejects.toMatchObject({
        code: 'item/forgotten',
        issues: expect.arrayContaining([expect.objectContaining({ field: 'source', value: 'wiki' })]),
      });
      expect(await truth.write(grace, [aNewMemory({ source: 'wiki' })])).toMatchObject([{ created: true }]);
      expect(await truth.write(ada, [aNewMemory({ source: 'wiki' })], undefined, 'own')).toMatchObject([
        { created: true },
      ]);
    });

    describe('recognises what was forgotten for good when it comes again', () => {
      const SECRET = 'My locker code at the gym is 4711-Zulu.';
      const isForgotten = { code: 'item/forgotten' };
      const forget = (author: Principal, { kind, id }: Pick<NewItem, 'kind' | 'id'>, channel?: string) =>
        truth.forget(scopeOf(author, channel), author, kind, id);

      it.each<[string, () => NewItem]>([
        ['by its external id', () => said({ externalId: 'm-1', content: 'Thanks.' })],
        [
          'by its text, in another session and of another source',
          () => said({ sessionKey: 't', content: SECRET, source: 'x' }),
        ],
        [
          'by its text in other blanks, case and signs',
          () => said({ content: ` my LOCKER\u200b code\tat the gym is 4711-Zulu. ` }),
        ],
        ['by its text as an item of a list', () => said({ content: `- ${SECRET}!` })],
        ['by its text as a memory', () => aNewMemory({ content: SECRET })],
        ['by its text in another channel', () => said({ channel: 'dev', content: SECRET })],
      ])('%s', async (_, comes) => {
        const { ada } = aTeam();
        const gone = said({ externalId: 'm-1', content: SECRET });
        await truth.write(ada, [gone]);
        await forget(ada, gone);

        const refused = truth.write(ada, [said({ content: 'Nothing else.' }), comes()]);
        await expect(refused).rejects.toMatchObject({
          ...isForgotten,
          issues: [{ field: expect.stringMatching(/^\[1\]\./) }],
        });
        expect(await truth.write(ada, [comes()], undefined, 'own')).toMatchObject([{ created: true }]);
        expect(await world.audit()).toContainEqual(expect.objectContaining({ action: 'restore', kind: 'selection' }));
        expect(await truth.write(ada, [comes()])).toHaveLength(1);
      });

      it.each([
        ['in letters that look alike', 'the code is 4711 today at sea', 'тһе соԁе іѕ 4711 тоԁау ат ѕеа'],
        ['with one letter of another script', 'Пароль от сейфа в подвале 4711', 'Пaроль от сейфа в подвале 4711'],
        // The mark of the former is what an earlier version made of the latter.
        ['by marks of earlier versions', 'API-шка лежит на порту 4711', 'APIшка лежит на порту 4711'],
      ])('by its text %s', async (_, content, again) => {
        const { ada } = aTeam();
        const gone = said({ content });
        await truth.write(ada, [gone]);
        await forget(ada, gone);

        const other = said({ sessionKey: 't', content: again });
        await expect(truth.write(ada, [other])).rejects.toMatchObject(isForgotten);
      });

      it('but no text with another unit or symbol', async () => {
        const { ada } = aTeam();
        const gone = [said({ content: 'The lock waits for 5 µs.' }), said({ content: 'We run version β of it.' })];
        await truth.write(ada, gone);
        for (const one of gone) await forget(ada, one);

        const others = [said({ content: 'The lock waits for 5 ms.' }), said({ content: 'We run version B of it.' })];
        expect(await truth.write(ada, others)).toMatchObject([{ created: true }, { created: true }]);
      });

      it('a short text in its session or under its title alone', async () => {
        const { ada } = aTeam();
        const [message, memory] = [
          said({ content: 'Thanks a lot.' }),
          aNewMemory({ title: 'Gym', content: '4711-Zulu' }),
        ];
        await truth.write(ada, [message, memory]);
        for (const gone of [message, memory]) await forget(ada, gone);

        await expect(truth.write(ada, [said({ content: 'thanks a lot.' })])).rejects.toMatchObject(isForgotten);
        await expect(truth.write(ada, [aNewMemory({ title: 'gym', content: '4711-Zulu' })])).rejects.toMatchObject(
          isForgotten,
        );
        const elsewhere = [
          said({ sessionKey: 't', content: 'Thanks a lot.' }),
          aNewMemory({ title: 'Flight', content: '4711-Zulu' }),
        ];
        expect(await truth.write(ada, elsewhere)).toHaveLength(2);
      });

      it('of many at once by their ids, and their texts in their sessions', async () => {
        const { ada } = aTeam();
        const content = 'We do it like that from now on.';
        await truth.write(ada, [said({ content, speaker: 'Kim', externalId: 'k-1' })]);
        await forgotten(ada, by({ speaker: 'Kim' }));

        await expect(truth.write(ada, [said({ content })])).rejects.toMatchObject(isForgotten);
        await expect(truth.write(ada, [said({ sessionKey: 't', externalId: 'k-1' })])).rejects.toMatchObject(
          isForgotten,
        );
        expect(await truth.write(ada, [said({ sessionKey: 't', content })])).toMatchObject([{ created: true }]);
      });

      it.each([
        ['a text that they contain', { contains: '4711-Zulu' }],
        ['an identifier that they name', { identifier: '4711-Zulu' }],
      ])('by their texts anywhere, of many that were selected by %s', async (_, selection) => {
        const { ada } = aTeam();
        await truth.write(ada, [said({ content: SECRET })]);
        await forgotten(ada, by(selection));

        await expect(truth.write(ada, [said({ sessionKey: 't', content: SECRET })])).rejects.toMatchObject(isForgotten);
      });

      it('in private too, for the writer of what some could read', async () => {
        const { ada, grace, boss } = aTeam();
        const shared = said({ content: SECRET, channel: 'coach:ada' }, { visibility: 'peer' });
        await truth.write(ada, [shared]);
        await forget(boss, shared, 'coach:ada');
        const again = () => said({ content: SECRET }, { visibility: 'private' });

        await expect(truth.write(ada, [again()])).rejects.toMatchObject(isForgotten);
        expect(await truth.write(grace, [again()])).toMatchObject([{ created: true }]);
      });

      it('in private outside a closed channel too, for the writer of what its members could read', async () => {
        const { ada, grace, boss } = aTeam();
        await world.channels.close({ author: boss, request: { channel: 'deals', principals: [], teams: [] } });
        const shared = said({ content: SECRET, channel: 'deals' }, { visibility: 'channel' });
        const own = said({ content: `Once more: ${SECRET}`, channel: 'deals' }, { visibility: 'private' });
        await truth.write(ada, [shared, own]);
        await forget(boss, shared);
        await forget({ ...boss, principalId: ada.principalId }, own);
        const again = ({ input: { content } }: NewItem, made: object) => said({ sessionKey: 't', content }, made);

        for (const gone of [shared, own])
          await expect(truth.write(ada, [again(gone, { visibility: 'private' })])).rejects.toMatchObject(isForgotten);
        expect(await truth.write(grace, [again(shared, { visibility: 'private' })])).toMatchObject([{ created: true }]);
      });

      it('but nothing of an import that was taken back', async () => {
        const { ada } = aTeam();
        const imported = () => said({ content: SECRET, externalId: 'i-1', provenance: { importId: 'imp-1' } });
        await truth.write(ada, [imported()]);
        await forgotten(ada, by({ importId: 'imp-1' }));

        expect(await truth.write(ada, [imported()])).toMatchObject([{ created: true }]);
      });

      it('a session in other case, with blanks or with invisible signs', async () => {
        const { ada } = aTeam();
        await truth.write(ada, [said({ sessionKey: 'Case-77' })]);
        await forgotten(ada, by({ sessionKey: 'Case-77' }));

        for (const sessionKey of ['case-77', ' Case-77 ', 'Case-\u200b77', 'CASE\u00ad-77'])
          await expect(truth.write(ada, [said({ sessionKey })])).rejects.toMatchObject(isForgotten);
        expect(await truth.write(ada, [said({ sessionKey: 'case-78' })])).toMatchObject([{ created: true }]);
      });

      it('for the writer who forgot it, and for everyone where a manager did', async () => {
        const { ada, grace, boss } = aTeam();
        const [one, other] = [said({ content: SECRET }), said({ content: 'The other locker has the code 8122.' })];
        await truth.write(ada, [one, other]);
        await forget(ada, one);
        await forget(boss, other);

        expect(await truth.write(grace, [said({ content: SECRET })])).toMatchObject([{ created: true }]);
        await expect(truth.write(grace, [said(other.input)])).rejects.toMatchObject(isForgotten);
        await expect(truth.write(grace, [said(other.input)], undefined, 'own')).rejects.toMatchObject({
          ...isForgotten,
          issues: [{ field: 'content', allowed: 'overwrite=true by a manager' }],
        });
        expect(await truth.write(boss, [said(other.input)], undefined, 'all')).toMatchObject([{ created: true }]);
        expect(await truth.write(grace, [said(other.input)])).toMatchObject([{ created: true }]);
      });

      it('and tells nobody who could not read it', async () => {
        const { ada, grace, boss } = aTeam();
        const secret = said({ content: SECRET, externalId: 'm-1' }, { visibility: 'private' });
        const peers = said({ content: SECRET, channel: 'coach:ada' }, { visibility: 'peer' });
        await truth.write(ada, [secret, peers]);
        const inside = { ...boss, principalId: ada.principalId };
        await forget(inside, secret);
        await forget(boss, peers, 'coach:ada');

        expect(await truth.write(grace, [said({ content: SECRET, externalId: 'm-1' })])).toMatchObject([
          { created: true },
        ]);
        await expect(truth.write(ada, [said({ content: SECRET })])).rejects.toMatchObject(isForgotten);
      });

      it('also where a memory is changed to it, brought back, or replaced by it', async () => {
        const { ada } = aTeam();
        const [gone, copy, other] = [
          aNewMemory({ content: SECRET }),
          aNewMemory({ content: SECRET }),
          aNewMemory({ content: 'Free text.' }),
        ];
        await truth.write(ada, [gone, copy, other]);
        const { lifecycle } = world;
        const on = ({ id }: NewItem, ifVersion: number) => ({ scope: scopeOf(ada), author: ada, id, ifVersion });
        await lifecycle.setState({ ...on(copy, 1), state: 'archived', mergeKey: undefined });
        await forget(ada, gone);

        await expect(
          lifecycle.setState({ ...on(copy, 2), state: 'active', mergeKey: undefined }),
        ).rejects.toMatchObject(isForgotten);
        await expect(lifecycle.change({ ...on(other, 1), fields: { content: SECRET }, derived })).rejects.toMatchObject(
          isForgotten,
        );
        const successor = aNewMemory({ content: SECRET }) as NewItem & { kind: 'memory' };
        await expect(lifecycle.supersede({ ...on(other, 1), successor })).rejects.toMatchObject(isForgotten);
      });

      it('until a change, a return, a sharing or a replacement asks for it again', async () => {
        const { ada } = aTeam();
        const { lifecycle } = world;
        const text = (at: number) => `The locker on floor ${at} has the code 4711.`;
        const gone = [0, 1, 2, 3].map((at) => aNewMemory({ content: text(at) }));
        const archived = aNewMemory({ content: text(1) });
        const own = aNewMemory({ content: text(2) }, { visibility: 'private' });
        const [other, replaced] = [aNewMemory({ content: 'Free text.' }), aNewMemory({ content: 'Old text.' })];
        await truth.write(ada, [...gone, archived, own, other, replaced]);
        const on = ({ id }: NewItem, ifVersion: number, overwrite?: 'own') => ({
          ...{ scope: scopeOf(ada), author: ada, id, ifVersion, overwrite },
        });
        await lifecycle.setState({ ...on(archived, 1), state: 'archived', mergeKey: undefined });
        for (const one of gone) await forget(ada, one);
        const successor = aNewMemory({ content: text(3) }) as NewItem & { kind: 'memory' };
        const acts = [
          (overwrite?: 'own') =>
            lifecycle.change({ ...on(other, 1, overwrite), fields: { content: text(0) }, derived }),
          (overwrite?: 'own') =>
            lifecycle.setState({ ...on(archived, 2, overwrite), state: 'active', mergeKey: undefined }),
          (overwrite?: 'own') => lifecycle.share({ ...on(own, 1, overwrite), visibility: 'org', mergeKey: undefined }),
          (overwrite?: 'own') => lifecycle.supersede({ ...on(replaced, 1, overwrite), successor }),
        ];

        for (const act of acts) {
          await expect(act()).rejects.toMatchObject({
            ...isForgotten,
            issues: [{ field: 'content', allowed: 'overwrite=true' }],
          });
          expect(await act('own')).toMatchObject({ outcome: 'done' });
        }
      });
    });

    type Step = <Result>(work: () => Promise<Result>) => Promise<Result>;
    type Actor = (step: Step, ada: Principal, id: ItemId) => Promise<number>;

    /**
     * Makes an actor that attempts a change and returns the version of the memory that the change made; 0 if it made
     * none.
     */
    const aChange = (act: (change: MemoryAct) => Promise<{ outcome: string; version?: number }>) =>
      (async (step, ada, id) => {
        const found = await step(() => truth.find(scopeOf(ada), 'memory', id));
        if (!found) return 0;
        const on = { scope: scopeOf(ada), author: ada, id, ifVersion: found.version };
        const { outcome, version } = await step(() => act(on).catch(forgottenOnly));
        // Archiving what is archived already makes no version.
        return outcome === 'done' && version !== found.version ? (version ?? 0) : 0;
      }) satisfies Actor;
    const forgottenOnly = (error: { code?: string }) => {
      if (error.code !== 'item/forgotten') throw error;
      return { outcome: 'refused', version: 0 };
    };
    const { derived } = aNewMemory();
    const actors: Record<string, Actor> = {
      change: aChange((on) => world.lifecycle.change({ ...on, fields: { content: `at ${on.ifVersion}` }, derived })),
      archive: aChange((on) => world.lifecycle.setState({ ...on, state: 'archived', mergeKey: undefined })),
      supersede: aChange((on) => world.lifecycle.supersede({ ...on, successor: aNewMemory({ source: 'wiki' }) })),
      write: async (step, ada) => {
        await step(() => truth.write(ada, [aNewMemory({ source: 'wiki' })]).catch(forgottenOnly));
        return 0;
      },
      forget: async (step, ada, id) => {
        await step(() => truth.forget(scopeOf(ada), ada, 'memory', id));
        return 0;
      },
    };

    /** Lets two processes continue the act concurrently, as they do after a lease that ended too early. */
    async function actBy(boss: Principal, step: Step): Promise<string> {
      const id = await step(() => begun(boss, by({ source: 'wiki' })));
      const carry = async () => {
        for (let pages = 0; pages < 10; pages += 1)
          if ((await step(() => continueForgetting(forgetting, { orgId: boss.orgId, id }))) === 'verifying') return;
      };
      await Promise.all([carry(), carry()]);
      return id;
    }

    it('leaves nothing half forgotten, whoever writes, changes, replaces and forgets at the same time', async () => {
      const names = fc.array(fc.constantFrom(...Object.keys(actors)), { minLength: 3, maxLength: 8 });
      const property = fc.asyncProperty(fc.scheduler(), fc.boolean(), names, async (scheduler, isTogether, acts) => {
        const { ada, boss } = aTeam();
        const memory = aNewMemory({ source: 'wiki' });
        await truth.write(ada, [memory]);
        const step: Step = isTogether ? (work) => work() : (work) => scheduler.scheduleFunction(work)();

        const act = actBy(boss, step);
        const all = Promise.all(acts.map((name) => actors[name]!(step, ada, memory.id)));
        if (!isTogether) await scheduler.waitFor(Promise.all([act, all]));
        const made = (await all).filter((version) => version > 0);
        const left = await remainingInStore(forgetting, { orgId: ada.orgId, id: await act }, tablesOfItems);
        const tombstone = await truth.load({ orgId: ada.orgId, kind: 'memory', id: memory.id });

        expect((await selected(boss, by({ source: 'wiki' }))).ids).toEqual([]);
        expect(left.filter((each) => each.remaining > 0)).toEqual([]);
        expect(new Set(made).size).toBe(made.length);
        expect(tombstone).toEqual({ deletedAt: expect.any(Number), version: Math.max(1, ...made) + 1 });
      });
      await fc.assert(property, { numRuns: 25 });
    });

    it('refuses nothing after a selection by more than the session', async () => {
      const { ada } = aTeam();
      await truth.write(ada, [said({ speaker: 'Ada' })]);
      expect(await forgotten(ada, by({ sessionKey: 's', speaker: 'Ada' }))).toMatchObject({ messages: 1 });

      expect(await truth.write(ada, [said({ content: 'The next turn.' })])).toMatchObject([{ created: true }]);
    });
  });
}
