import { IMPORT_ID, type ItemId, type Memory } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import fc from 'fast-check';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import type { Lifecycle } from './lifecycle.ts';
import type { Links } from './links.ts';
import type { Evidence } from './evidence.ts';

export interface EvidenceWorld {
  readonly evidence: Evidence;
  readonly lifecycle: Lifecycle;
  readonly links: Links;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

type Fields = NonNullable<Parameters<typeof aNewMemory>[0]>;

/** Runs the contract suite of `Evidence` against one adapter; `make` opens an empty store and its truth. */
export function evidenceContract(adapter: string, make: () => Promise<EvidenceWorld>): void {
  describe(`${adapter} keeps the promises of evidence`, () => {
    let world: EvidenceWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    const said = (fields: Fields, mergeKey = 'text') => aNewMemory(fields, { mergeKey });
    const send = async (author: Principal, fields: Fields, mergeKey?: string) =>
      (await world.truth.write(author, [said(fields, mergeKey)]))[0]!;
    const found = async (author: Principal, id: string) =>
      (await world.truth.find(scopeOf(author), 'memory', id as ItemId)) as unknown as Memory;
    const senders = async (author: Principal, id: string) =>
      (await world.evidence.of({ scope: scopeOf(author), ids: [id as ItemId], at: 0 })).get(id as ItemId)?.senders ?? 0;

    // Behaviour 23
    it('joins what is sent again: tags, triggers and sources of both, each sender once', async () => {
      const [ada] = [aPrincipal()];
      const [grace, eve] = [aColleagueOf(ada), aColleagueOf(ada)];
      const first = await send(ada, { tags: ['a', 'b'], sourceIds: ['x'] });

      const second = await send(grace, { tags: ['b', 'c'], sourceIds: ['y'], actionTriggers: ['rm -rf *'] });
      const third = await send(eve, { sourceIds: ['x', 'z'] });
      for (const again of [ada, grace]) await send(again, { tags: ['a'] });

      expect(second).toMatchObject({ id: first.id, created: false, version: 2 });
      expect(third).toMatchObject({ id: first.id, created: false, version: 2 });
      expect(await found(ada, first.id)).toMatchObject({
        version: 2,
        tags: ['a', 'b', 'c'],
        sourceIds: ['x', 'y', 'z'],
        actionTriggers: ['rm -rf *'],
      });
      expect(await senders(ada, first.id)).toBe(2);
      const former = await world.lifecycle.revisions({ scope: scopeOf(ada), id: first.id as ItemId, limit: 9 });
      expect(former).toMatchObject([{ version: 1, tags: ['a', 'b'], changedBy: grace.principalId }]);
    });

    it('joins the given meaning of both, once, and refuses another value', async () => {
      const ada = aPrincipal();
      const [apply, drop] = [
        { names: ['terraform apply'], strength: 'must' as const },
        { names: ['drop table'], strength: 'advice' as const },
      ];
      const about = { subject: 'db', attribute: 'port' };
      const first = await send(ada, { ...about, forbids: [apply], decides: { reasons: ['a'] } }, 'meant');
      const more = { instead: ['make db'], decides: { reasons: ['a', 'b'], reverses: 'Old' }, value: '5432' };

      const second = await send(ada, { ...about, forbids: [drop, apply], ...more }, 'meant');
      const third = await send(ada, { ...about, forbids: [apply], ...more }, 'meant');

      expect([second.id, second.version, third.version]).toEqual([first.id, 2, 2]);
      expect(await found(ada, first.id)).toMatchObject({ ...more, forbids: [apply, drop] });
      await expect(send(ada, { ...about, value: '5433' }, 'meant')).rejects.toMatchObject({
        issues: [{ field: 'value', value: '5433' }],
      });
    });

    it('joins those of one batch, and counts what a caller does not see for nobody', async () => {
      const ada = aPrincipal();
      const batch = [said({ tags: ['a'] }), said({ tags: ['b'] })];
      const [one, other] = await world.truth.write(ada, batch);
      expect([one!.created, other!.created, other!.id]).toEqual([true, false, one!.id]);
      expect((await found(ada, one!.id)).tags).toEqual(['a', 'b']);

      await send(aColleagueOf(ada), {});
      expect(await senders(ada, one!.id)).toBe(1);
      expect(await senders(aPrincipal(), one!.id)).toBe(0);
    });

    it('lets nobody corroborate a text that was changed since, nor join what is not active', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      const { id } = await send(ada, {});
      await send(grace, {});
      const act = { scope: scopeOf(ada), author: ada, id: id as ItemId, ifVersion: 1 };
      const { derived } = said({}, 'other');
      await world.lifecycle.change({ ...act, fields: { content: 'Something else.' }, derived });
      expect(await senders(ada, id)).toBe(0);

      await world.lifecycle.setState({ ...act, ifVersion: 2, state: 'archived', mergeKey: undefined });
      const again = await send(grace, { tags: ['new'] }, 'other');
      expect(again).toMatchObject({ created: true });
      expect((await found(ada, id)).tags).not.toContain('new');
    });

    it('shows equal text that is about something else, or holds at another time, and drops neither', async () => {
      const ada = aPrincipal();
      const plain = await send(ada, {}, 'text');
      const about = await send(ada, { subject: 'orders', attribute: 'port' }, 'text:1');
      const until = await send(
        aColleagueOf(ada),
        { subject: 'orders', attribute: 'port', validTo: 99 },
        'text:2',
      ).catch((error) => error.code);
      const since = await send(ada, { validFrom: 5 }, 'text:3');
      await send(ada, {}, 'texts');
      await world.truth.write(ada, [aNewMemory({ visibility: 'private' }, { mergeKey: 'text:4' })]);

      expect(plain.conflicts).toBeUndefined();
      expect(about.conflicts).toEqual([{ id: plain.id, fields: ['subject', 'attribute'] }]);
      expect(until).toBe('item/conflict');
      expect([about, since].map(({ created }) => created)).toEqual([true, true]);
      expect(new Map(since.conflicts?.map(({ id, fields }) => [id, fields]))).toEqual(
        new Map([
          [plain.id, ['validFrom']],
          [about.id, ['subject', 'attribute', 'validFrom']],
        ]),
      );
      expect((await send(ada, {}, 'text')).conflicts).toHaveLength(2);
    });

    it('counts who restates it and what contradicts it while they hold, each sender once, and nothing that is hidden', async () => {
      const ada = aPrincipal();
      const [grace, eve] = [aColleagueOf(ada), aColleagueOf(ada)];
      const remember = async (author: Principal, content: string, fields: Fields = {}, visibility?: 'private') => {
        const memory = aNewMemory({ content, ...fields }, { ...(visibility && { visibility }), mergeKey: content });
        return (await world.truth.write(author, [memory]))[0]!.id as ItemId;
      };
      const own = await remember(ada, 'The grocery budget is $500 a month.');
      const others = [
        await remember(grace, 'the grocery budget is $500 a month'),
        await remember(grace, 'The grocery budget is $500 a month.'),
        await remember(ada, 'The Grocery Budget is $500 a month!'),
        await remember(eve, 'The grocery budget is $550 a month.', { validFrom: 10, validTo: 20 }),
        await remember(eve, 'The grocery budget is $560 a month.', {}, 'private'),
        await remember(eve, 'the grocery budget is $500 a month.', {}, 'private'),
      ];
      for (const id of [own, ...others])
        await world.links.relink({ orgId: ada.orgId, id, candidates: [own, ...others] });
      const seenBy = async (who: Principal, at: number) =>
        (await world.evidence.of({ scope: scopeOf(who), ids: [own], at })).get(own);

      expect(await seenBy(ada, 10)).toEqual({
        ...{ isTrusted: false, senders: 1, contradictions: 1 },
        goneSources: [],
        isNameRetired: false,
      });
      expect(await seenBy(ada, 20)).toMatchObject({ senders: 1, contradictions: 0 });
      expect(await seenBy(eve, 20)).toMatchObject({ senders: 2, contradictions: 1 });
      expect(await seenBy(aPrincipal(), 10)).toBeUndefined();
    });

    it('counts no contradiction by a rule or decision of an import that nobody confirmed, unless both wait', async () => {
      const ada = aPrincipal();
      const remember = async (limit: number, provenance: Record<string, string> = {}) => {
        const content = `The grocery budget is $${limit} a month.`;
        const memory = aNewMemory({ category: 'decision', content, provenance }, { mergeKey: content });
        return (await world.truth.write(ada, [memory]))[0]!.id as ItemId;
      };
      const ids = [
        await remember(500),
        await remember(550, { [IMPORT_ID]: 'one' }),
        await remember(560, { [IMPORT_ID]: 'two' }),
      ];
      for (const id of ids) await world.links.relink({ orgId: ada.orgId, id, candidates: ids });

      const found = await world.evidence.of({ scope: scopeOf(ada), ids, at: 10 });
      expect(ids.map((id) => found.get(id)?.contradictions)).toEqual([0, 2, 2]);
    });

    describe('of sources that were forgotten', () => {
      const gone = async (who: Principal, id: string) =>
        (await world.evidence.of({ scope: scopeOf(who), ids: [id as ItemId], at: 0 })).get(id as ItemId)?.goneSources;
      const written = async (author: Principal, item: NewItem, again?: 'own') =>
        (await world.truth.write(author, [item], undefined, again))[0]!.id as ItemId;
      const forget = (author: Principal, kind: 'message' | 'memory', id: ItemId) =>
        world.truth.forget(scopeOf(author), author, kind, id);
      const made = (author: Principal, sourceIds: string[], content: string) =>
        written(author, aNewMemory({ content, sourceIds }, { mergeKey: content }));

      it('names them in memories, summaries and successors, by either name, until they are stored again', async () => {
        const ada = aPrincipal();
        const message = () => aNewMessage({ externalId: 'm1', content: 'Five words of a message.' });
        const source = await written(ada, message());
        const other = await written(ada, aNewMessage({}));
        const byName = await made(ada, ['m1', other], 'by name');
        const byId = await made(ada, [source.toUpperCase()], 'by id');
        const summary = await made(ada, [...Array.from({ length: 20 }, (_, at) => `n${at}`), 'm1'], 'a summary');
        expect(await gone(ada, byName)).toEqual([]);

        await forget(ada, 'message', source);
        const act = { scope: scopeOf(ada), author: ada, id: byName, ifVersion: 1 };
        const successor = aNewMemory({ content: 'it succeeds', sourceIds: ['m1'] });
        await world.lifecycle.supersede({ ...act, successor });

        expect(await Promise.all([byName, byId, summary, successor.id].map((id) => gone(ada, id)))).toEqual([
          ['m1'],
          [source.toUpperCase()],
          ['m1'],
          ['m1'],
        ]);
        await written(ada, message(), 'own');
        expect(await Promise.all([byName, summary].map((id) => gone(ada, id)))).toEqual([[], []]);
      });

      it('names those of memories too, and goes with the memory that names them', async () => {
        const ada = aPrincipal();
        const source = await made(ada, [], 'a source');
        const derived = await made(ada, [source], 'derived');
        await forget(ada, 'memory', source);
        expect(await gone(aColleagueOf(ada), derived)).toEqual([source]);

        await forget(ada, 'memory', derived);
        expect(await gone(ada, derived)).toBeUndefined();
      });

      it('tells nobody of a source that they could not see', async () => {
        const ada = aPrincipal();
        const outsider = { ...aColleagueOf(ada), closedChannels: ['deals'] };
        const hidden = [
          await written(ada, aNewMessage({}, { visibility: 'private' })),
          await written(ada, aNewMessage({ channel: 'deals' })),
        ];
        const open = await made(ada, hidden, 'open to all');
        for (const id of hidden) await forget(ada, 'message', id);

        expect(new Set(await gone(ada, open))).toEqual(new Set(hidden));
        expect(await gone(aColleagueOf(ada), open)).toEqual([hidden[1]]);
        expect(await gone(outsider, open)).toEqual([]);
      });
    });

    it('retires the skill name of a procedure that is forgotten or renamed, for those who could see that', async () => {
      const ada = aPrincipal();
      const procedure = (title: string, channel?: string) =>
        aNewMemory({ store: 'procedural', title, content: `${title} in ${channel}.`, channel });
      const [first, second] = [procedure('Deploy runbook'), procedure('Deploy: Runbook!')];
      const [renamed, after] = [procedure('Old name'), procedure('old name')];
      const [hidden, open] = [procedure('Close a deal', 'deals'), procedure('Close a Deal')];
      await world.truth.write(ada, [first, second, renamed, after, hidden, open]);
      const act = { scope: scopeOf(ada), author: ada, id: renamed.id, ifVersion: 1 };
      const retired = async (who: Principal) => {
        const found = await world.evidence.of({
          scope: scopeOf(who),
          ids: [first, second, renamed, after, open].map(({ id }) => id),
          at: 0,
        });
        return [...found].filter(([, { isNameRetired }]) => isNameRetired).map(([id]) => id);
      };
      const before = await retired(ada);

      await world.truth.forget(scopeOf(ada), ada, 'memory', first.id);
      await world.truth.forget(scopeOf(ada), ada, 'memory', hidden.id);
      await world.lifecycle.change({ ...act, fields: { title: 'New name' }, derived: renamed.derived });

      expect(before).toEqual([]);
      expect(new Set(await retired(ada))).toEqual(new Set([second.id, after.id, open.id]));
      const outsider = { ...aColleagueOf(ada), closedChannels: ['deals'] };
      expect(new Set(await retired(outsider))).toEqual(new Set([second.id, after.id]));
    });

    // Behaviour 23
    it('loses nothing and counts nobody twice, however many send at once', async () => {
      const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 });
      const sendings = fc.array(fc.record({ who: fc.nat({ max: 3 }), tags }), { minLength: 2, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(sendings, async (all) => {
          const ada = aPrincipal();
          const writers = [ada, ...Array.from({ length: 3 }, () => aColleagueOf(ada))];

          const receipts = await Promise.all(all.map(({ who, tags: sent }) => send(writers[who]!, { tags: sent })));

          expect(receipts.filter(({ created }) => created)).toHaveLength(1);
          const [id] = new Set(receipts.map((receipt) => receipt.id));
          const memory = await found(ada, id!);
          expect(new Set(memory.tags)).toEqual(new Set(all.flatMap(({ tags: sent }) => sent)));
          expect(new Set(memory.tags).size).toBe(memory.tags.length);
          expect(memory.version).toBe(Math.max(...receipts.map(({ version }) => version)));
          const others = new Set(all.map(({ who }) => writers[who]!.principalId));
          others.delete(memory.principalId);
          expect(await senders(ada, id!)).toBe(others.size);
        }),
        { numRuns: 12 },
      );
    });
  });
}
