import type { OrganisationRequest, OrgId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { aChunk } from '../indexes/embedding-store.contract.ts';
import { aNewMemory, aNewMessage, aNewNote, type SettableClock } from '@cairn/testing';
import type { Teams } from '../access/teams.ts';
import type { Feedback } from '../memories/feedback.ts';
import type { UseCounts } from '../memories/use-counts.ts';
import type { Aliases } from '../graph/aliases.ts';
import type { Lifecycle } from '../memories/lifecycle.ts';
import type { Retention } from '../forgetting/retention.ts';
import type { Notes } from '../notes/notes.ts';
import { putNote } from '../notes/note-steps.ts';
import { type EmbeddingStore, keepChunks } from '../indexes/embeddings.ts';
import type { Identity } from '../access/identity.ts';
import { continueRemoval, type OrganisationRemovals } from '../forgetting/organisation-removal.ts';
import type { Organisations } from './organisations.ts';

export interface OrganisationsWorld {
  readonly organisations: Organisations;
  readonly removals: OrganisationRemovals;
  readonly identity: Identity;
  readonly truth: Truth;
  readonly store: EmbeddingStore;
  readonly aliases: Aliases;
  readonly teams: Teams;
  readonly notes: Notes;
  readonly feedback: Feedback;
  readonly uses: UseCounts;
  readonly retentions: Retention;
  readonly lifecycle: Lifecycle;
  readonly clock: SettableClock;
  /** Returns every row of every table, each after the name of its table. */
  readonly dump: () => Promise<string[]>;
  /**
   * The tables that still contain the id of a removed organisation. The outbox still contains the events of the removal
   * itself, which this suite does not handle.
   */
  readonly keeps: readonly string[];
  readonly close: () => Promise<void>;
}

const tableOf = (row: string) => row.split(' ', 1)[0]!;

const NO_LIMITS = { callsPerMinute: null, storedItems: null, storedBytes: null, embeddedBytesPerHour: null };

/** Runs the contract suite of organisations and their removal against one adapter; `make` opens an empty store. */
export function organisationsContract(adapter: string, make: () => Promise<OrganisationsWorld>): void {
  describe(`${adapter} keeps the promises of organisations`, () => {
    let world: OrganisationsWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    /** Stores something of every kind, with a word in it. */
    async function filled(author: Principal, word: string): Promise<void> {
      const said = { content: `They said ${word}.`, speaker: word, channel: word, sessionKey: word };
      const messages = Array.from({ length: 130 }, () => aNewMessage(said));
      await world.truth.write(author, messages, { key: word, requestHash: 'h' });
      const memory = aNewMemory({ content: word, sourceIds: [messages[0]!.id] });
      await world.truth.write(author, [memory, aNewMemory({ title: word }, { visibility: 'private' })]);
      const pointer = { orgId: author.orgId, kind: 'memory' as const, id: memory.id };
      await keepChunks(world.store, { pointer, modelId: 'm', contentHash: word, chunks: [aChunk(1)] });
      await world.aliases.declare({ author, declaration: { key: word, alias: word, speakers: [word] } });
      await world.teams.create({ author, team: { name: word, members: [author.principalId] } });
      await putNote(world.notes, {
        scope: scopeOf(author),
        author,
        workspace: { name: word },
        note: aNewNote(`${word}.md`, word),
      });
      await world.feedback.give({ scope: scopeOf(author), memoryId: memory.id, kind: 'used' });
      await world.uses.add({ orgId: author.orgId, uses: [{ memoryId: memory.id, kind: 'recall', times: 1 }] });
      await world.retentions.set({
        author,
        rule: {
          kind: 'message',
          channel: word,
          archiveAfterDays: null,
          forgetAfterDays: 9,
        },
      });
      const act = { scope: scopeOf(author), author, id: memory.id, ifVersion: 1 };
      await world.lifecycle.supersede({ ...act, successor: aNewMemory({ content: `${word} again` }) });
    }

    async function carriedOn(orgId: OrgId): Promise<string | undefined> {
      for (let page = 0; page < 50; page += 1) {
        const state = await continueRemoval(world.removals, orgId);
        if (state === 'indexes') await world.removals.indexesEmptied({ orgId });
        else if (state !== 'forgetting' && state !== 'erasing') return state;
      }
      throw new Error('the removal does not end');
    }

    const later = () => world.clock.advance(10_000);

    it('makes an organisation whose first key may do everything in it', async () => {
      const { orgId, admin } = await world.organisations.create({ name: 'Acme', limits: {}, peerPrefixes: ['coach'] });

      expect(await world.identity.authenticate(admin.key)).toMatchObject({
        orgId,
        role: 'admin',
        peers: ['*'],
        peerPrefixes: ['coach'],
      });
      expect(await world.organisations.find({ orgId })).toEqual({
        orgId,
        name: 'Acme',
        createdAt: world.clock.now(),
        limits: NO_LIMITS,
        ...{ messages: 0, memories: 0, notes: 0, bytes: 0, principals: 1, keys: 1 },
      });
      await expect(world.organisations.create({ name: 'Acme', limits: {} })).rejects.toMatchObject({
        code: 'organisation/conflict',
      });
    });

    it('counts what each holds, and bytes as UTF-8', async () => {
      const one = await world.organisations.create({ name: 'One', limits: {} });
      const other = await world.organisations.create({ name: 'Other', limits: {} });
      const author = (await world.identity.authenticate(one.admin.key))!;
      await world.truth.write(author, [aNewMessage({ content: 'grün' }), aNewMemory({ title: 'ab', content: 'cde' })]);

      const listed = await world.organisations.list();

      expect(listed.find(({ orgId }) => orgId === one.orgId)).toMatchObject({ messages: 1, memories: 1, bytes: 10 });
      expect(listed.find(({ orgId }) => orgId === other.orgId)).toMatchObject({ messages: 0, memories: 0, bytes: 0 });
    });

    it('removes an organisation with everything but its audit, page by page, and nothing of another', async () => {
      const { orgId, admin } = await world.organisations.create({ name: 'Zorblax Ltd', limits: {} });
      const other = await world.organisations.create({ name: 'Stays', limits: {} });
      const [leaver, stayer] = [admin.key, other.admin.key];
      const ada = (await world.identity.authenticate(leaver))!;
      const eve = (await world.identity.authenticate(stayer))!;
      for (const author of [ada, eve]) await filled(author, author === ada ? 'zorblax' : 'quintrell');
      const before = (await world.dump()).filter((row) => row.includes(orgId));
      const others = (await world.dump()).filter((row) => row.includes(other.orgId));

      expect(await world.organisations.remove({ orgId })).toBe(true);

      expect(await world.identity.authenticate(leaver)).toBeUndefined();
      expect(await world.organisations.find({ orgId })).toBeUndefined();
      expect((await world.organisations.list()).map(({ name }) => name)).not.toContain('Zorblax Ltd');
      await expect(carriedOn(orgId)).resolves.toBe('verifying');
      const left = await world.removals.leftIn({ orgId });
      expect(left.filter((each) => each.remaining > 0)).toEqual([]);
      await world.removals.keepLeft({ orgId, left });
      expect(await world.removals.find({ orgId })).toMatchObject({
        state: 'removed',
        items: expect.arrayContaining([
          { of: 'message', number: 130 },
          { of: 'memory', number: 3 },
          { of: 'note', number: 1 },
        ]),
        verifiedAt: world.clock.now(),
      });
      const after = await world.dump();
      expect(after.filter((row) => /zorblax/i.test(row))).toEqual([]);
      expect(new Set(before.map(tableOf)).size).toBeGreaterThan(15);
      expect(new Set(after.filter((row) => row.includes(orgId)).map(tableOf))).toEqual(new Set(world.keeps));
      expect(after.filter((row) => row.includes(other.orgId))).toEqual(others);
      expect(await world.identity.authenticate(stayer)).toMatchObject({ orgId: other.orgId });
      expect(await continueRemoval(world.removals, orgId)).toBe('removed');
    });

    it('begins a removal again when something came after, and goes on when it is asked again', async () => {
      const { orgId, admin } = await world.organisations.create({ name: 'Late', limits: {} });
      const late = (await world.identity.authenticate(admin.key))!;
      await world.organisations.remove({ orgId });
      await carriedOn(orgId);
      await world.truth.write(late, [aNewMessage()]);

      const left = await world.removals.leftIn({ orgId });
      expect(left).toContainEqual({ where: 'store: item', remaining: 1 });
      await world.removals.keepLeft({ orgId, left });
      expect(await world.removals.find({ orgId })).toMatchObject({ state: 'forgetting', verifiedAt: null });
      expect(await world.organisations.remove({ orgId })).toBe(true);
      await carriedOn(orgId);
      await world.removals.keepLeft({ orgId, left: await world.removals.leftIn({ orgId }) });

      expect(await world.removals.find({ orgId })).toMatchObject({ state: 'removed' });
      expect(await world.organisations.remove({ orgId: uuidv7() as OrgId })).toBe(false);
    });

    it('changes names and limits, which the keys of the organisation have within seconds', async () => {
      const { orgId, admin } = await world.organisations.create({ name: 'Small', limits: { callsPerMinute: 10 } });
      expect(await world.identity.authenticate(admin.key)).toMatchObject({ callsPerMinute: 10 });

      expect(
        await world.organisations.change({ orgId, change: { name: 'Smaller', limits: { callsPerMinute: 5 } } }),
      ).toBe(true);
      later();

      expect(await world.organisations.find({ orgId })).toMatchObject({
        name: 'Smaller',
        limits: { callsPerMinute: 5 },
      });
      expect(await world.identity.authenticate(admin.key)).toMatchObject({ callsPerMinute: 5 });
      await world.organisations.change({ orgId, change: { limits: NO_LIMITS } });
      later();
      expect(await world.identity.authenticate(admin.key)).not.toHaveProperty('callsPerMinute');
      await expect(world.organisations.change({ orgId, change: { name: 'Acme' } })).rejects.toMatchObject({
        code: 'organisation/conflict',
      });
      expect(await world.organisations.change({ orgId: uuidv7() as OrgId, change: { name: 'Nobody' } })).toBe(false);
    });

    describe('limits what an organisation stores', () => {
      const HOUR_MS = 3_600_000;

      async function aLimited(name: string, limits: OrganisationRequest['limits']): Promise<Principal> {
        const { admin } = await world.organisations.create({ name, limits });
        return (await world.identity.authenticate(admin.key))!;
      }

      const heldBy = async (author: Principal) => {
        const { messages, memories, notes, bytes } = (await world.organisations.find({ orgId: author.orgId }))!;
        return { items: messages + memories + notes, bytes };
      };

      it('in items, of which the next fits when one was forgotten, and does not say how many there are', async () => {
        const author = await aLimited('Few', { storedItems: 3 });
        const first = aNewMessage({ content: 'First.' });
        await world.truth.write(author, [first, aNewMessage({ externalId: 'known' })]);

        const tooMany = world.truth.write(author, [aNewMessage(), aNewMessage()]);

        await expect(tooMany).rejects.toMatchObject({
          code: 'limit/items',
          message: expect.stringMatching(/^The organisation may store 3 (?!.*left)/),
        });
        expect(await heldBy(author)).toMatchObject({ items: 2 });
        await world.truth.write(author, [aNewMessage()]);
        await expect(world.truth.write(author, [aNewMessage()])).rejects.toMatchObject({ code: 'limit/items' });
        expect(await world.truth.write(author, [aNewMessage({ externalId: 'known' })])).toMatchObject([
          { created: false },
        ]);
        await world.truth.forget(scopeOf(author), author, 'message', first.id);
        await world.truth.write(author, [aNewMessage()]);
        later();
        expect((await world.identity.current(author))?.quotas).toEqual([{ limit: 'items', max: 3, remaining: 0 }]);
      });

      it('in bytes, over changes and notes too, and never refuses what makes it less', async () => {
        const author = await aLimited('Small texts', { storedBytes: 100 });
        const memory = aNewMemory({ title: 'é', content: 'x'.repeat(58) });
        await world.truth.write(author, [memory]);
        const change = (content: string, ifVersion: number) =>
          world.lifecycle.change({
            scope: scopeOf(author),
            author,
            id: memory.id,
            ifVersion,
            fields: { content },
            derived: memory.derived,
          });

        await expect(change('x'.repeat(99), 1)).rejects.toMatchObject({ code: 'limit/bytes' });
        const note = { workspace: { name: 'team' }, note: aNewNote('a.md', 'y'.repeat(60)) };
        await expect(putNote(world.notes, { scope: scopeOf(author), author, ...note })).rejects.toMatchObject({
          code: 'limit/bytes',
          message: expect.stringContaining('may store 100 bytes'),
        });
        await world.organisations.change({ orgId: author.orgId, change: { limits: { storedBytes: 10 } } });
        expect(await change('x'.repeat(20), 1)).toMatchObject({ outcome: 'done' });
        await expect(change('x'.repeat(21), 2)).rejects.toMatchObject({ code: 'limit/bytes' });
        expect(await heldBy(author)).toEqual({ items: 1, bytes: 22 });
      });

      it('in text an hour for the model, which begins anew with the next', async () => {
        const max = 16 * 1024 * 1024;
        const author = await aLimited('Hourly', { embeddedBytesPerHour: max });
        const long = () => aNewMessage({ content: 'z'.repeat(1_000_000) });
        await world.truth.write(author, Array.from({ length: 16 }, long));

        await expect(world.truth.write(author, [long()])).rejects.toMatchObject({
          code: 'limit/embedding',
          message: expect.stringMatching(/Come back in \d+ seconds/),
        });

        world.clock.advance(HOUR_MS);
        expect(await world.truth.write(author, [aNewMessage()])).toHaveLength(1);
      });

      it('for itself alone, and counts what many write at once', async () => {
        const author = await aLimited('Alone', { storedItems: 40 });
        const other = await aLimited('Beside', {});
        const writes = Array.from({ length: 30 }, () => world.truth.write(author, [aNewMessage(), aNewMessage()]));
        const ofOther = Array.from({ length: 30 }, () => world.truth.write(other, [aNewMessage(), aNewMessage()]));

        await Promise.allSettled(writes);
        await Promise.all(ofOther);

        expect((await heldBy(author)).items).toBeGreaterThanOrEqual(40);
        expect((await heldBy(other)).items).toBe(60);
        await expect(world.truth.write(author, [aNewMessage()])).rejects.toMatchObject({ code: 'limit/items' });
        later();
        expect((await world.identity.current(author))?.quotas).toEqual([{ limit: 'items', max: 40, remaining: 0 }]);
      });
    });
  });
}
