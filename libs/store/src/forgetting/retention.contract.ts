import type { ItemId, KnowledgeBaseId, MessageId, OrgId, QuoteInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Overwrite, Truth } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { statementKey } from '../items/statement-key.ts';
import type { Lifecycle } from '../memories/lifecycle.ts';
import type { Proposals } from '../memories/proposals.ts';
import type { Forgetting } from './forgetting.ts';
import { type Retention, beginDueRuns, continueRun } from './retention.ts';
import { continueForgetting } from './forget-steps.ts';
import type { RetentionDays, RetentionPlace } from './retention.rules.ts';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, type AuditedRow, type SettableClock } from '@cairn/testing';

export interface RetentionWorld {
  readonly retentions: Retention;
  readonly forgetting: Forgetting;
  readonly lifecycle: Lifecycle;
  readonly proposals: Proposals;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly audit: () => Promise<AuditedRow[]>;
  readonly close: () => Promise<void>;
}

const DAY = 86_400_000;
const BEGIN = 1_000 * DAY;

/** Runs the contract suite of `Retention` against one adapter; `make` opens an empty store and its truth. */
export function retentionContract(adapter: string, make: () => Promise<RetentionWorld>): void {
  describe(`${adapter} keeps the promises of retention`, () => {
    let world: RetentionWorld;
    let retentions: Retention;

    beforeAll(async () => {
      world = await make();
      ({ retentions } = world);
    });
    beforeEach(() => world.clock.set(BEGIN));
    afterAll(() => world.close());

    const anAdmin = () => aPrincipal({ role: 'admin' });
    const set = (author: Principal, rule: Pick<RetentionPlace, 'kind'> & Partial<RetentionPlace & RetentionDays>) =>
      retentions.set({ author, rule: { channel: null, archiveAfterDays: null, forgetAfterDays: null, ...rule } });

    async function ran(author: Principal): Promise<string | null> {
      const id = uuidv7();
      await retentions.begin({ author, id });
      return carriedOn(author.orgId, id);
    }

    /** Continues the run, and the act of forgetting that it begins, until both have ended. */
    async function carriedOn(orgId: OrgId, id: string): Promise<string | null> {
      for (let page = 0; (await continueRun(retentions, { orgId, id })) === 'running'; page += 1)
        if (page > 20) throw new Error('the run does not end');
      const { forgetId = null } = (await retentions.lastRun({ orgId }))!;
      if (forgetId) while ((await continueForgetting(world.forgetting, { orgId, id: forgetId })) !== 'verifying');
      return forgetId;
    }

    async function statesOf(author: Principal, items: readonly NewItem[]): Promise<string[]> {
      const found = items.map(({ kind, id }) => world.truth.find(scopeOf(author), kind, id as ItemId));
      return (await Promise.all(found)).map((item) => item?.state ?? 'gone');
    }

    it('removes nothing without a rule, and nothing of another organisation, kind or age', async () => {
      const [ada, eve] = [anAdmin(), anAdmin()];
      const old = [aNewMessage({}), aNewMemory({})];
      const others = [aNewMessage({})];
      await world.truth.write(ada, old);
      await world.truth.write(eve, others);
      world.clock.set(BEGIN + 10 * DAY);
      const young = [aNewMessage({})];
      await world.truth.write(ada, young);
      world.clock.set(BEGIN + 10 * DAY + 1);

      expect(await ran(ada)).toBeNull();
      expect(await statesOf(ada, [...old, ...young])).toEqual(['active', 'active', 'active']);
      await set(ada, { kind: 'message', forgetAfterDays: 10 });
      expect(await retentions.preview({ orgId: ada.orgId })).toEqual([
        { kind: 'message', channel: null, archive: 0, forget: 1 },
      ]);
      const act = await ran(ada);

      expect(await statesOf(ada, [...old, ...young])).toEqual(['gone', 'active', 'active']);
      expect(await statesOf(eve, others)).toEqual(['active']);
      expect(await world.forgetting.certificate({ author: ada, id: act! })).toMatchObject({
        by: ['retention'],
        messages: 1,
      });
    });

    it('reaches what nobody but its writer sees, and counts it', async () => {
      const ada = anAdmin();
      const grace = aColleagueOf(ada);
      const hers = aNewMemory({}, { visibility: 'private' });
      await world.truth.write(grace, [hers]);
      await set(ada, { kind: 'memory', forgetAfterDays: 1 });
      world.clock.set(BEGIN + 2 * DAY);

      expect(await retentions.preview({ orgId: ada.orgId })).toMatchObject([{ forget: 1 }]);
      await ran(ada);

      expect(await statesOf(grace, [hers])).toEqual(['gone']);
    });

    it('leaves chunks of knowledge bases alone', async () => {
      const ada = anAdmin();
      const [memory, ofBase] = [aNewMemory({}), { ...aNewMemory({}), knowledgeBase: uuidv7() as KnowledgeBaseId }];
      await world.truth.write(ada, [memory, ofBase]);
      await set(ada, { kind: 'memory', archiveAfterDays: 1, forgetAfterDays: 2 });
      world.clock.set(BEGIN + 3 * DAY);

      expect(await retentions.preview({ orgId: ada.orgId })).toMatchObject([{ forget: 1 }]);
      await ran(ada);

      expect(await statesOf(ada, [memory, ofBase])).toEqual(['gone', 'active']);
    });

    it('follows the rule of a channel instead of the one of all', async () => {
      const ada = anAdmin();
      const [legal, dev, none] = [aNewMessage({ channel: 'legal' }), aNewMessage({ channel: 'dev' }), aNewMessage({})];
      await world.truth.write(ada, [legal, dev, none]);
      await set(ada, { kind: 'message', forgetAfterDays: 1 });
      await set(ada, { kind: 'message', channel: 'legal' });
      world.clock.set(BEGIN + 2 * DAY);

      await ran(ada);

      expect(await statesOf(ada, [legal, dev, none])).toEqual(['active', 'gone', 'gone']);
      await set(ada, { kind: 'message', channel: 'legal', forgetAfterDays: 2 });
      await ran(ada);
      expect(await statesOf(ada, [legal])).toEqual(['active']);
      expect(await retentions.remove({ author: ada, place: { kind: 'message', channel: 'legal' } })).toBe(true);
      expect(await retentions.remove({ author: ada, place: { kind: 'message', channel: 'legal' } })).toBe(false);
      await ran(ada);
      expect(await statesOf(ada, [legal])).toEqual(['gone']);
    });

    it('archives in pages what was not changed since, and deletes what is older still', async () => {
      const ada = anAdmin();
      const oldest = aNewMemory({});
      await world.truth.write(ada, [oldest]);
      world.clock.set(BEGIN + 50 * DAY);
      const many = Array.from({ length: 130 }, (_, at) => aNewMemory({ content: `It is ${at}.` }));
      await world.truth.write(ada, many);
      world.clock.set(BEGIN + 100 * DAY);
      const changed = many[7]!;
      const act = { scope: scopeOf(ada), author: ada, id: changed.id as ItemId, ifVersion: 1 };
      await world.lifecycle.change({ ...act, fields: { title: 'New' }, derived: changed.derived });
      await set(ada, { kind: 'memory', archiveAfterDays: 30, forgetAfterDays: 90 });
      expect(await retentions.preview({ orgId: ada.orgId })).toMatchObject([{ archive: 129, forget: 1 }]);
      const id = uuidv7();
      await retentions.begin({ author: ada, id });

      expect(await continueRun(retentions, { orgId: ada.orgId, id })).toBe('running');
      const { state, archived } = (await retentions.lastRun({ orgId: ada.orgId }))!;
      expect([state, archived > 0, archived < 129]).toEqual(['running', true, true]);
      await carriedOn(ada.orgId, id);

      const states = await statesOf(ada, many);
      expect(states.filter((state) => state === 'archived')).toHaveLength(129);
      expect(states[7]).toBe('active');
      expect(await statesOf(ada, [oldest])).toEqual(['gone']);
      expect(await retentions.lastRun({ orgId: ada.orgId })).toMatchObject({ id, state: 'done', archived: 129 });
      const audited = (await world.audit()).filter(({ orgId, kind }) => orgId === ada.orgId && kind === 'retention');
      expect(audited).toMatchObject([
        { action: 'switch', id: ada.orgId, version: 1 },
        { action: 'archive', id, version: 129 },
      ]);
    });

    it('proposes a text that was archived or rejected after a rule archived, and a rejected one after a rule deleted it', async () => {
      const ada = aPrincipal({ role: 'admin', kind: 'person' });
      const texts = ['The gate opens at nine.', 'The ferry leaves from pier nineteen.'];
      const aText = (content: string) =>
        aNewMemory({ title: 'Ferry', content }, { statement: statementKey({ title: 'Ferry', content }) });
      const write = async (content: string) => {
        const item = aText(content);
        return { item, receipt: (await world.truth.write(ada, [item]))[0]! };
      };
      for (const content of texts) {
        const { id } = (await write(content)).item;
        const act = { scope: scopeOf(ada), author: ada, id: id as ItemId, ifVersion: 1 };
        await world.lifecycle.setState({ ...act, state: 'archived' });
      }
      const { item } = await write(texts[1]!);
      const decision = { scope: scopeOf(ada), reviewer: ada, id: item.id, derived: item.derived };
      await world.proposals.decide({ ...decision, act: 'reject' });
      const other = (await write('The mill stands still.')).item;

      world.clock.set(BEGIN + 2 * DAY);
      await set(ada, { kind: 'memory', archiveAfterDays: 1 });
      await ran(ada);

      expect(await statesOf(ada, [other])).toEqual(['archived']);
      for (const content of texts) expect((await write(content)).receipt).toMatchObject({ state: 'proposed' });
      world.clock.set(BEGIN + 5 * DAY);
      await set(ada, { kind: 'memory', forgetAfterDays: 1 });
      await ran(ada);

      expect((await write(texts[0]!)).receipt).toMatchObject({ state: 'active' });
      expect((await write(texts[1]!)).receipt).toMatchObject({ state: 'proposed', restates: { state: 'rejected' } });
    });

    describe('where a rule deleted a rejected text', () => {
      const SAID = 'The ferry to Calmar leaves from pier nineteen.';
      const aText = (more: Parameters<typeof aNewMemory>[0] = {}) => {
        const said = { title: 'Ferry', content: SAID, project: 'port', ...more };
        return aNewMemory(said, { statement: statementKey(said) });
      };
      type Text = ReturnType<typeof aText>;
      const write = async (who: Principal, item: Text = aText(), overwrite?: Overwrite) =>
        (await world.truth.write(who, [item], undefined, overwrite))[0]!;
      const read = (ada: Principal, item: Text, quotes: readonly QuoteInput[]) =>
        world.proposals.propose({
          ...{ scope: scopeOf(ada), author: ada, ownerId: ada.principalId },
          proposals: [{ item, quotes, kind: 'fact', certainty: 1, isOwnWords: false }],
        });
      const decide = (ada: Principal, act: 'keep' | 'reject', { id, derived }: Text) =>
        world.proposals.decide({ scope: scopeOf(ada), reviewer: ada, id, act, derived });
      const restates = { state: 'rejected' };

      /** A person who rejected the text of a conversation, which a rule deleted, and the text with it. */
      async function rejecting(): Promise<Principal> {
        world.clock.set(BEGIN);
        const ada = aPrincipal({ role: 'admin', kind: 'person' });
        const message = aNewMessage({ content: SAID }, { visibility: 'private' });
        await world.truth.write(ada, [message]);
        const item = aText();
        await read(ada, item, [{ messageId: message.id as MessageId, start: 0, end: SAID.length }]);
        await decide(ada, 'reject', item);
        await set(ada, { kind: 'message', forgetAfterDays: 1 });
        world.clock.set(BEGIN + 2 * DAY);
        await ran(ada);
        expect(await statesOf(ada, [message, item])).toEqual(['gone', 'gone']);
        return ada;
      }

      it('stores none that is read in a conversation, and proposes what the person and their agents write', async () => {
        const ada = await rejecting();
        const agent = aColleagueOf(ada, { ownerId: ada.principalId, kind: 'agent' });

        expect(await read(ada, aText(), [])).toEqual([{ outcome: 'rejected' }]);
        const first = await write(agent, aText({ content: SAID.toUpperCase(), project: undefined }));
        const second = await write(ada);

        expect([first.state, first.restates]).toEqual(['proposed', restates]);
        expect([second.state, second.restates]).toEqual(['proposed', restates]);
      });

      it('tells nobody else, and takes no text of another project for the same', async () => {
        const ada = await rejecting();
        const colleague = aColleagueOf(ada);
        const stored = [await write(ada, aText({ project: 'mill' })), await write(colleague)];

        for (const receipt of stored) expect([receipt.state, receipt.restates]).toEqual(['active', undefined]);
      });

      it('ends once the person keeps the text, or somebody stores it on purpose', async () => {
        const archive = (who: Principal, { id }: Text, ifVersion: number) =>
          world.lifecycle.setState({ scope: scopeOf(who), author: who, id, ifVersion, state: 'archived' });
        const deleted = async (who: Principal) => {
          await set(who, { kind: 'memory', forgetAfterDays: 1 });
          world.clock.set(world.clock.now() + 5 * DAY);
          await ran(who);
        };
        const [ada, grace, mary] = [await rejecting(), await rejecting(), await rejecting()];
        const anywhere = { project: undefined };
        const [kept, forced, forcedAnywhere] = [aText(), aText(), aText(anywhere)];
        await write(ada, kept);
        await decide(ada, 'keep', kept);
        expect(await write(grace, forced, 'all')).toMatchObject({ state: 'active' });
        expect(await write(mary, forcedAnywhere, 'all')).toMatchObject({ state: 'active' });
        await archive(ada, kept, 2);
        await archive(grace, forced, 1);
        await archive(mary, forcedAnywhere, 1);

        for (const [who, next] of [
          [ada, aText(anywhere)],
          [grace, aText()],
          [mary, aText()],
        ] as const) {
          await deleted(who);
          expect(await write(who, next)).toMatchObject({ state: 'active', created: true });
        }
      });
    });

    it('spares what was changed after the act of forgetting had selected it', async () => {
      const ada = anAdmin();
      const [one, other] = [aNewMemory({}), aNewMemory({ content: 'other' })];
      await world.truth.write(ada, [one, other]);
      await set(ada, { kind: 'memory', forgetAfterDays: 1 });
      world.clock.set(BEGIN + 2 * DAY);
      const id = uuidv7();
      await retentions.begin({ author: ada, id });
      await continueRun(retentions, { orgId: ada.orgId, id });
      const { forgetId } = (await retentions.lastRun({ orgId: ada.orgId }))!;
      await continueForgetting(world.forgetting, { orgId: ada.orgId, id: forgetId! });
      const act = { scope: scopeOf(ada), author: ada, id: one.id as ItemId, ifVersion: 1 };
      await world.lifecycle.change({ ...act, fields: { title: 'Still needed' }, derived: one.derived });
      while ((await continueForgetting(world.forgetting, { orgId: ada.orgId, id: forgetId! })) !== 'verifying');

      expect(await statesOf(ada, [one, other])).toEqual(['active', 'gone']);
    });

    it('begins a due run once a day, an hour after the rules were changed', async () => {
      const ada = anAdmin();
      await set(ada, { kind: 'message', forgetAfterDays: 1 });
      const due = async (at: number) => {
        world.clock.set(at);
        await beginDueRuns(retentions, { settledBefore: at - 3_600_000, lastBefore: at - DAY });
        return (await retentions.lastRun({ orgId: ada.orgId }))?.id;
      };

      expect(await due(BEGIN + 3_000_000)).toBeUndefined();
      const first = await due(BEGIN + 4_000_000);
      expect(first).toBeDefined();
      expect(await due(BEGIN + 5_000_000)).toBe(first);
      expect(await due(BEGIN + 5_000_000 + DAY)).not.toBe(first);
    });
  });
}
