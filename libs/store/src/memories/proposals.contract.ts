import type { ItemId, MessageId, OrganisationSettings, ProposalAct, ReviewPolicy, TeamId } from '@cairn/contracts';
import { scopeOf, teamWordOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, type SettableClock } from '@cairn/testing';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import type { Lifecycle } from './lifecycle.ts';
import type { Proposals } from './proposals.ts';
import type { NewProposal } from './propose.ts';
import type { Teams } from '../access/teams.ts';
import type { Keys } from '../access/keys.ts';
import type { Settings } from '../access/settings.ts';

export interface ProposalsWorld {
  readonly proposals: Proposals;
  readonly lifecycle: Lifecycle;
  readonly keys: Keys;
  readonly settings: Settings;
  readonly teams: Teams;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

type Input = Parameters<typeof aNewMemory>[0];

const SAID = 'We deploy on Tuesdays only.';
const ALL = { status: 'waiting' } as const;

const aProposal = (input: Input = {}, overrides: Partial<NewProposal> = {}): NewProposal => ({
  item: aNewMemory({ category: 'fact', title: 'Deploys', content: SAID, ...input }, { mergeKey: uuidv7() }),
  ...{ kind: 'decision', certainty: 0.6, quotes: [], isOwnWords: false },
  ...overrides,
});

/** Runs the contract suite of proposals against one adapter; `make` opens an empty store and its truth. */
export function proposalsContract(adapter: string, make: () => Promise<ProposalsWorld>): void {
  describe(`${adapter} keeps the promises of proposals`, () => {
    let world: ProposalsWorld;
    let proposals: Proposals;

    beforeAll(async () => {
      world = await make();
      ({ proposals } = world);
    });
    afterAll(() => world.close());

    const ada = () => aPrincipal({ kind: 'person' });
    const reviewOf = (who: Principal) => ({ scope: scopeOf(who), reviewer: who });
    const proposed = async (owner: Principal, ...some: NewProposal[]) =>
      proposals.propose({ scope: scopeOf(owner), author: owner, ownerId: owner.principalId, proposals: some });
    const listed = (who: Principal, query = {}) =>
      proposals.list({ ...reviewOf(who), query: { ...ALL, ...query }, limit: 50 });
    const idsOf = async (who: Principal, query = {}) =>
      (await listed(who, query)).proposals.map(({ memoryId }) => memoryId as string);
    const found = (who: Principal, id: string) => world.truth.find(scopeOf(who), 'memory', id as ItemId);
    const decided = (who: Principal, act: ProposalAct, proposal: NewProposal, more = {}) =>
      proposals.decide({ ...reviewOf(who), act, id: proposal.item.id, derived: proposal.item.derived, ...more });
    /** Sets a review policy for the organisation. Returns a person of the organisation. */
    async function underPolicy(review: Partial<ReviewPolicy>) {
      const { orgId } = await world.keys.firstOrganisation({});
      const owner = aPrincipal({ orgId, kind: 'person' });
      const { review: before } = (await world.settings.find({ orgId })) as OrganisationSettings;
      await world.settings.change({ author: owner, changes: { review: { ...before, ...review } } });
      return owner;
    }

    it('deletes what an older version of the extractor proposed, except what was decided, said elsewhere or made again', async () => {
      const owner = ada();
      const [said, before, elsewhere] = ['a', 'b', 'c'].map(() => aNewMessage({ content: SAID }));
      await world.truth.write(owner, [said!, before!, elsewhere!]);
      const quoteOf = ({ id }: { readonly id: ItemId }) => ({ messageId: id as MessageId, start: 0, end: SAID.length });
      const of = (content: string, extractor: string | undefined, ...messages: readonly { readonly id: ItemId }[]) =>
        aProposal({ content }, { extractor, quotes: messages.map(quoteOf) });
      const gone = of('Gone.', '1', said!, before!);
      const stays = {
        again: of('Made again.', '1', said!),
        newer: of('Of this version.', '2', said!),
        program: of('Of a program.', 'bot 1', said!),
        person: of('Of a person.', undefined, said!),
        elsewhere: of('Said elsewhere, too.', '1', said!, elsewhere!),
        context: of('Of the context alone.', '1', before!),
      };
      const decidedOn = of('Decided.', '1', said!);
      await proposed(owner, gone, decidedOn, ...Object.values(stays));
      await decided(owner, 'reject', decidedOn);

      const command = { orgId: owner.orgId, messageIds: [said!.id], contextIds: [before!.id], version: '2' };
      const except = [stays.again.item.id];

      expect(await proposals.withdraw({ ...command, except })).toBe(1);
      expect(await proposals.withdraw({ ...command, except })).toBe(0);
      const left = Object.values(stays).map(({ item }) => item.id as string);
      expect((await idsOf(owner)).sort()).toEqual(left.sort());
      expect(await proposals.decidedQuotes({ orgId: owner.orgId, messageIds: [said!.id] })).toEqual([quoteOf(said!)]);
      expect(await proposals.decidedQuotes({ orgId: owner.orgId, messageIds: [] })).toEqual([]);
      const [outcome] = await proposed(owner, of('Gone.', '2', said!));
      expect(outcome).toMatchObject({ outcome: 'proposed' });
    });

    it('grants no more advice a day than the budget, and begins anew on the next day', async () => {
      const { orgId } = ada();
      const spend = (wanted: number) => proposals.spendAdvice({ orgId, wanted, perDay: 5 });
      const granted = async (wanted: number) => (await spend(wanted)).granted;

      expect([await granted(3), await granted(3), await granted(3)]).toEqual([3, 2, 0]);
      expect(await proposals.spendAdvice({ orgId: ada().orgId, wanted: 1, perDay: 5 })).toEqual({
        granted: 1,
        remaining: 4,
      });
      world.clock.advance(86_400_000);
      expect(await spend(9)).toEqual({ granted: 5, remaining: 0 });
    });

    it('shows a proposal to its owner, in the state proposed, and to nobody else', async () => {
      const owner = ada();
      const message = aNewMessage({ content: `Hello. ${SAID}` }, { visibility: 'private' });
      await world.truth.write(owner, [message]);
      const proposal = aProposal(
        { project: 'acme/billing' },
        {
          quotes: [{ messageId: message.id as MessageId, start: 7, end: 7 + SAID.length }],
          saidBy: { role: 'user', speaker: 'Ada' },
          sessionKey: 's',
          extractor: 'e1',
        },
      );

      expect(await proposed(owner, proposal)).toEqual([{ outcome: 'proposed', memoryId: proposal.item.id }]);

      const [view] = (await listed(owner)).proposals;
      expect(view).toMatchObject({
        memoryId: proposal.item.id,
        ...{ kind: 'decision', status: 'waiting', certainty: 0.6, isOwn: true, visibility: 'org', sightings: 1 },
        ...{ content: SAID, project: 'acme/billing', sessionKey: 's', extractor: 'e1', sourceIds: [message.id] },
        saidBy: { role: 'user', speaker: 'Ada' },
        quotes: [{ text: SAID, messageId: message.id, start: 7, end: 7 + SAID.length }],
      });
      expect(await found(owner, proposal.item.id)).toMatchObject({ state: 'proposed', visibility: 'private' });
      for (const other of [aColleagueOf(owner, { role: 'admin', kind: 'person' }), aPrincipal()]) {
        expect(await listed(other)).toEqual({ proposals: [], counts: {} });
        expect(await found(other, proposal.item.id)).toBeUndefined();
        expect(await proposals.find({ ...reviewOf(other), id: proposal.item.id })).toBeUndefined();
        expect(await decided(other, 'keep', proposal)).toBeUndefined();
      }
    });

    it('adds the evidence of the same statement, once, whatever its case, spaces and hyphens', async () => {
      const owner = ada();
      const messages = [
        aNewMessage({ content: 'The re-deploy is on Tuesday.' }),
        aNewMessage({ content: 'The redeploy is on tuesday' }),
      ];
      await world.truth.write(owner, messages);
      const quoting = (at: number, content: string) =>
        aProposal({ content }, { quotes: [{ messageId: messages[at]!.id as MessageId, start: 0, end: 26 }] });
      const first = quoting(0, 'The re-deploy is on Tuesday.');

      await proposed(owner, first);
      const [again] = await proposed(owner, quoting(0, 'The re-deploy is on Tuesday.'));
      expect(again).toEqual({ outcome: 'joined', memoryId: first.item.id });
      expect((await listed(owner)).proposals[0]).toMatchObject({ sightings: 1 });

      const [other] = await proposed(owner, quoting(1, ' the redeploy is  on TUESDAY\u200b'));
      expect(other).toEqual({ outcome: 'joined', memoryId: first.item.id });
      expect((await listed(owner)).proposals).toHaveLength(1);
      expect((await listed(owner)).proposals[0]).toMatchObject({
        sightings: 2,
        sourceIds: messages.map(({ id }) => id),
      });
    });

    it('keeps a proposal: it is active for its readers, confirmed, and undo makes it a proposal again', async () => {
      const owner = ada();
      const grace = aColleagueOf(owner);
      const proposal = aProposal();
      await proposed(owner, proposal);

      world.clock.set(5_000);
      expect(await decided(owner, 'keep', proposal)).toEqual({
        ...{ memoryId: proposal.item.id, status: 'kept', state: 'active', version: 2, visibility: 'org' },
      });
      const kept = { state: 'active', visibility: 'org', confirmedBy: owner.principalId, confirmedAt: 5_000 };
      expect(await found(grace, proposal.item.id)).toMatchObject(kept);
      expect(await idsOf(owner)).toEqual([]);
      expect(await idsOf(owner, { status: 'kept' })).toEqual([proposal.item.id]);
      expect(await idsOf(grace, { status: 'kept' })).toEqual([]);
      await expect(decided(owner, 'reject', proposal)).rejects.toMatchObject({ code: 'proposal/decided' });

      expect(await decided(owner, 'undo', proposal)).toMatchObject({
        status: 'waiting',
        state: 'proposed',
        version: 3,
      });
      expect(await found(grace, proposal.item.id)).toBeUndefined();
      expect(await found(owner, proposal.item.id)).not.toHaveProperty('confirmedAt');
      await expect(decided(owner, 'undo', proposal)).rejects.toMatchObject({ code: 'proposal/decided' });
    });

    it('keeps other words where a reviewer corrects it, and shows nobody the former ones', async () => {
      const owner = ada();
      const proposal = aProposal();
      await proposed(owner, proposal);

      await decided(owner, 'correct', proposal, { fields: { content: 'Deploys are on Wednesdays.' } });

      const scope = scopeOf(aColleagueOf(owner));
      expect(await found(owner, proposal.item.id)).toMatchObject({
        content: 'Deploys are on Wednesdays.',
        state: 'active',
      });
      expect(await world.lifecycle.revisions({ scope, id: proposal.item.id, limit: 9 })).toEqual([]);

      await decided(owner, 'undo', proposal);
      expect(await found(owner, proposal.item.id)).toMatchObject({ content: SAID, state: 'proposed' });
    });

    it('keeps it for its owner alone by mine, and does not propose again what was rejected', async () => {
      const owner = ada();
      const [mine, untrue] = [aProposal({ content: 'I like tabs very much.' }), aProposal()];
      await proposed(owner, mine, untrue);

      await decided(owner, 'mine', mine);
      await decided(owner, 'reject', untrue, { reason: 'It is Wednesday.' });

      expect(await found(owner, mine.item.id)).toMatchObject({ state: 'active', visibility: 'private' });
      expect(await found(owner, untrue.item.id)).toMatchObject({ state: 'archived', visibility: 'private' });
      expect(await proposed(owner, aProposal({ content: SAID.toUpperCase() }))).toEqual([
        { outcome: 'rejected', memoryId: untrue.item.id },
      ]);
      expect(await proposals.statuses({ orgId: owner.orgId, ids: [mine.item.id, untrue.item.id] })).toEqual(
        expect.arrayContaining([
          { id: mine.item.id, status: 'kept' },
          { id: untrue.item.id, status: 'rejected' },
        ]),
      );
      const act = { scope: scopeOf(owner), author: owner, id: untrue.item.id, ifVersion: 2 };
      await expect(world.lifecycle.setState({ ...act, state: 'active' })).rejects.toMatchObject({
        code: 'proposal/decided',
      });
      await decided(owner, 'undo', untrue);
      expect(await idsOf(owner)).toEqual([untrue.item.id]);
    });

    it('confirms an active memory that says the same in place of keeping a second one', async () => {
      const owner = ada();
      const message = aNewMessage();
      const stored = aNewMemory({ content: SAID }, { mergeKey: 'same' });
      await world.truth.write(owner, [message, stored]);
      const quotes = [{ messageId: message.id as MessageId, start: 0, end: 2 }];
      const proposal = { ...aProposal({}, { quotes }), item: aNewMemory({ content: SAID }, { mergeKey: 'same' }) };
      await proposed(owner, proposal);

      expect(await decided(owner, 'keep', proposal)).toMatchObject({
        status: 'confirmed',
        state: 'archived',
        into: stored.id,
      });
      expect(await found(owner, stored.id)).toMatchObject({
        ...{ confirmedBy: owner.principalId, sourceIds: [message.id], version: 1 },
      });

      await decided(owner, 'undo', proposal);
      expect(await found(owner, stored.id)).toMatchObject({ sourceIds: [] });
      expect(await found(owner, stored.id)).not.toHaveProperty('confirmedBy');
    });

    it('adds evidence to another memory only as far as its readers may read the messages', async () => {
      const owner = ada();
      const [hidden, open] = [aNewMessage({}, { visibility: 'private' }), aNewMessage()];
      const target = aNewMemory();
      await world.truth.write(owner, [hidden, open, target]);
      const quotes = [hidden, open].map(({ id }) => ({ messageId: id as MessageId, start: 0, end: 2 }));
      const proposal = aProposal({}, { quotes });
      await proposed(owner, proposal);

      expect(await decided(owner, 'merge', proposal, { into: target.id })).toMatchObject({
        status: 'merged',
        into: target.id,
      });
      expect(await found(owner, target.id)).toMatchObject({ sourceIds: [open.id] });
      const [same] = await proposed(owner, aProposal({ content: 'Otherwise said.' }, { quotes, sameAs: target.id }));
      expect(same).toEqual({ outcome: 'confirmed', memoryId: target.id });
    });

    it('supersedes what it contradicts, unless a reader would lose it or the reviewer may not change it', async () => {
      const owner = ada();
      const [own, other] = [aNewMemory({ content: 'Deploys are on Mondays.' }), aNewMemory()];
      await world.truth.write(owner, [own]);
      await world.truth.write(aColleagueOf(owner), [other]);
      const replacing = ({ id }: { id: ItemId }, content: string) => aProposal({ content }, { replaces: id });
      const [kept, narrow, foreign] = [
        replacing(own, 'One.'),
        replacing(own, 'Two.'),
        replacing(other, 'Three.'),
      ] as const;
      await proposed(owner, kept, narrow, foreign);
      expect((await listed(owner)).proposals[2]?.replaces).toMatchObject({ memoryId: own.id, state: 'active' });

      expect(await decided(owner, 'mine', narrow)).toMatchObject({ contradicts: own.id });
      expect(await decided(owner, 'keep', foreign)).toMatchObject({ contradicts: other.id });
      expect(await decided(owner, 'keep', kept)).toMatchObject({ replaced: own.id });
      expect(await found(owner, own.id)).toMatchObject({ state: 'superseded' });
      expect(await found(owner, other.id)).toMatchObject({ state: 'active' });
      expect(await world.lifecycle.successions({ scope: scopeOf(owner), ids: [own.id] })).toMatchObject([
        { supersededBy: kept.item.id },
      ]);

      await decided(owner, 'undo', kept);
      expect(await found(owner, own.id)).toMatchObject({ state: 'active' });
      expect(await world.lifecycle.successions({ scope: scopeOf(owner), ids: [own.id] })).toEqual([]);
    });

    it('may have the subject and attribute of an active memory, which it supersedes once it is kept', async () => {
      const owner = ada();
      const fact = { subject: 'payments', attribute: 'port' };
      const former = aNewMemory({ ...fact, content: 'It is 5432.' });
      await world.truth.write(owner, [former]);
      const [next, third] = [
        aProposal({ ...fact, content: 'It is 5433.' }),
        aProposal({ ...fact, content: 'It is 5434.' }),
      ];
      await proposed(owner, next, third);

      expect(await decided(owner, 'keep', next)).toMatchObject({ replaced: former.id });
      expect(await decided(owner, 'keep', third)).toMatchObject({ replaced: next.item.id });
      expect(await found(owner, former.id)).toMatchObject({ state: 'superseded' });
    });

    it('stores that a person confirmed a memory, once, and takes it back for the person or an author of the memory', async () => {
      const owner = ada();
      const bob = aColleagueOf(owner, { kind: 'person' });
      const memory = aNewMemory({ content: SAID });
      await world.truth.write(owner, [memory]);
      const confirmed = (who: Principal, id = memory.id) => proposals.confirmMemory({ ...reviewOf(who), id });
      const unconfirmed = (who: Principal) => proposals.unconfirmMemory({ ...reviewOf(who), id: memory.id });

      world.clock.set(7_000);
      const first = { memoryId: memory.id, confirmedBy: bob.principalId, confirmedAt: 7_000 };
      expect(await confirmed(bob)).toEqual(first);
      world.clock.set(8_000);
      expect(await confirmed(bob)).toEqual(first);
      expect(await found(owner, memory.id)).toMatchObject({ version: 1, confirmedBy: bob.principalId });
      expect(await confirmed(aPrincipal({ kind: 'person' }))).toBeUndefined();
      await expect(confirmed(aColleagueOf(owner, { kind: 'agent' }))).rejects.toMatchObject({ code: 'auth/forbidden' });

      await expect(unconfirmed(aColleagueOf(owner, { kind: 'person', role: 'writer' }))).rejects.toMatchObject({
        code: 'auth/forbidden',
      });
      const none = { memoryId: memory.id, confirmedBy: null, confirmedAt: null };
      for (const who of [bob, owner]) {
        await confirmed(bob);
        expect(await unconfirmed(who)).toEqual(none);
      }
      expect((await found(owner, memory.id)) as object).not.toHaveProperty('confirmedAt');

      const proposal = aProposal({ content: 'We test on Mondays only.' });
      await proposed(owner, proposal);
      await expect(confirmed(owner, proposal.item.id)).rejects.toMatchObject({ code: 'proposal/waiting' });
      await decided(owner, 'reject', proposal);
      await expect(confirmed(owner, proposal.item.id)).rejects.toMatchObject({ code: 'request/invalid' });
    });

    it('leaves what could stop an action to a person', async () => {
      const agent = aPrincipal();
      const [rule, plain] = [aProposal({ content: 'Never push to main.' }, { kind: 'rule' }), aProposal()];
      await proposed(agent, rule, plain);

      await expect(decided(agent, 'keep', rule)).rejects.toMatchObject({ code: 'auth/forbidden' });
      expect(await decided(agent, 'keep', plain)).toMatchObject({ status: 'kept' });
      expect(await decided({ ...agent, kind: 'person' }, 'keep', rule)).toMatchObject({ status: 'kept' });
    });

    it('refuses other changes of a proposal, and a successor that is one', async () => {
      const owner = ada();
      const proposal = aProposal();
      const stored = aNewMemory();
      await proposed(owner, proposal);
      await world.truth.write(owner, [stored]);
      const act = { scope: scopeOf(owner), author: owner, id: proposal.item.id, ifVersion: 1 };
      const waiting = { code: 'proposal/waiting' };

      await expect(world.lifecycle.share({ ...act, visibility: 'org' })).rejects.toMatchObject(waiting);
      await expect(world.lifecycle.setState({ ...act, state: 'active' })).rejects.toMatchObject(waiting);
      await expect(
        world.lifecycle.change({ ...act, fields: { title: 'x' }, derived: proposal.item.derived }),
      ).rejects.toMatchObject(waiting);
      await expect(
        world.lifecycle.supersedeBy({ ...act, id: stored.id, successor: proposal.item.id }),
      ).rejects.toMatchObject(waiting);
    });

    it('is gone with its evidence: a sighting with its first message, a proposal with its last sighting', async () => {
      const owner = ada();
      const messages = [1, 2, 3].map((number) => aNewMessage({ content: `${SAID} ${number}` }));
      await world.truth.write(owner, messages);
      const quote = (at: number) => ({ messageId: messages[at]!.id as MessageId, start: 0, end: 10 });
      const proposal = aProposal({}, { quotes: [quote(0), quote(1)] });
      await proposed(owner, proposal);
      await proposed(owner, aProposal({}, { quotes: [quote(2)] }));
      const kept = aProposal({ content: 'This one is kept.' }, { quotes: [quote(2)] });
      await proposed(owner, kept);
      await decided(owner, 'keep', kept);
      const forget = (at: number) => world.truth.forget(scopeOf(owner), owner, 'message', messages[at]!.id);

      await forget(0);
      expect((await listed(owner)).proposals).toMatchObject([
        { sightings: 1, quotes: [{ messageId: messages[2]!.id }] },
      ]);

      await forget(2);
      expect(await listed(owner)).toEqual({ proposals: [], counts: {} });
      expect(await found(owner, proposal.item.id)).toBeUndefined();
      expect(await found(owner, kept.item.id)).toMatchObject({ state: 'active' });
    });

    it('stores nothing of what was forgotten, unless it is asked to', async () => {
      const owner = ada();
      const stored = aNewMemory({ content: SAID }, { visibility: 'private' });
      await world.truth.write(owner, [stored]);
      await world.truth.forget(scopeOf(owner), owner, 'memory', stored.id);

      expect(await proposed(owner, aProposal())).toEqual([{ outcome: 'forgotten' }]);
      expect(await listed(owner)).toEqual({ proposals: [], counts: {} });
      const again = { scope: scopeOf(owner), author: owner, ownerId: owner.principalId, overwrite: 'own' as const };
      expect(await proposals.propose({ ...again, proposals: [aProposal()] })).toMatchObject([{ outcome: 'proposed' }]);
    });

    it('refuses a quote of a message that the proposer does not see, and one beyond its end', async () => {
      const owner = ada();
      const hidden = aNewMessage({}, { visibility: 'private' });
      const own = aNewMessage({ content: 'short' });
      await world.truth.write(aColleagueOf(owner), [hidden]);
      await world.truth.write(owner, [own]);
      const quoting = (id: ItemId, end: number) =>
        proposed(owner, aProposal({}, { quotes: [{ messageId: id as MessageId, start: 0, end }] }));

      await expect(quoting(hidden.id, 1)).rejects.toMatchObject({
        code: 'request/invalid',
        issues: [{ field: 'proposals.0.quotes.0.messageId' }],
      });
      await expect(quoting(own.id, 6)).rejects.toMatchObject({ issues: [{ field: 'proposals.0.quotes.0.end' }] });
      expect(await idsOf(owner)).toEqual([]);
    });

    it('keeps without a review only what the policy keeps, and never what could stop an action', async () => {
      const owner = await underPolicy({ keptUnreviewed: { lesson: 0.7, rule: 0.1 } });
      const isOwnWords = true;
      const fact = (certainty: number, ready: Partial<NewProposal> = {}) => ({
        ...aProposal({}, { kind: 'fact', certainty, isOwnWords, ...ready }),
        item: aNewMemory({ content: uuidv7(), category: 'fact' }, { visibility: 'private' }),
      });
      const results = await proposed(
        owner,
        fact(0.9),
        fact(0.5),
        fact(0.9, { isOwnWords: false }),
        aProposal({ content: 'Sure.' }, { kind: 'lesson', certainty: 0.8 }),
        aProposal({ content: 'Not sure.' }, { kind: 'lesson', certainty: 0.6 }),
        aProposal({ content: 'A rule.' }, { kind: 'rule', certainty: 1 }),
      );

      expect(results.map(({ outcome }) => outcome)).toEqual([
        ...['kept', 'proposed', 'proposed', 'kept', 'proposed', 'proposed'],
      ]);
    });

    it('shows reviewers the quoted words and nothing else of the owner', async () => {
      const owner = await underPolicy({ reviewers: 'managers' });
      const manager = aColleagueOf(owner, { kind: 'person', role: 'manager' });
      const message = aNewMessage({ content: `Hello. ${SAID}` }, { visibility: 'private' });
      await world.truth.write(owner, [message]);
      const quotes = [{ messageId: message.id as MessageId, start: 7, end: 12 }];
      const proposal = aProposal({ content: uuidv7() }, { quotes, sessionKey: 'secret' });
      await proposed(owner, proposal);

      const view = await proposals.find({ ...reviewOf(manager), id: proposal.item.id });
      expect(view).toMatchObject({ isOwn: false, quotes: [{ text: 'We de' }], sourceIds: [] });
      expect(JSON.stringify(view)).not.toMatch(new RegExp(`secret|Hello|${message.id}`));
      expect(await decided(manager, 'keep', proposal)).toMatchObject({ status: 'kept' });
      expect(await found(manager, proposal.item.id)).toMatchObject({ confirmedBy: manager.principalId });
    });

    it('shows each proposal, and counts it, for its owner and its reviewers alone, in any world', async () => {
      const inTeam = (word: string) => [{ teamId: word.slice('team:'.length) as TeamId, name: word }];
      for (const reviewers of ['owner', 'managers', 'readers'] as const) {
        const base = await underPolicy({ reviewers });
        const [red, blue] = [await aTeam(base), await aTeam(base)];
        const people = [
          base,
          aColleagueOf(base, { kind: 'person', teams: inTeam(red) }),
          aColleagueOf(base, { kind: 'person', role: 'manager', teams: inTeam(blue) }),
          aColleagueOf(base, { kind: 'person', role: 'manager', closedChannels: ['ops'] }),
          aColleagueOf(base, { kind: 'person', role: 'reader' }),
          aColleagueOf(base, { role: 'manager', teams: inTeam(red) }),
        ];
        const worlds = fc.array(
          fc.record({
            by: fc.constantFrom(...people.slice(0, 3)),
            visibility: fc.constantFrom('org', 'private', 'channel', red, blue),
            channel: fc.constantFrom(undefined, 'dev', 'ops'),
          }),
          { minLength: 1, maxLength: 6 },
        );
        await fc.assert(
          fc.asyncProperty(worlds, async (sorts) => {
            const before = new Map<Principal, Set<string>>();
            for (const who of people) before.set(who, new Set(await idsOf(who)));
            const made = sorts.map((sort) => {
              const item = aNewMemory(
                { content: uuidv7(), channel: sort.channel },
                { visibility: sort.visibility as 'org' },
              );
              return { ...sort, proposal: { ...aProposal(), item } };
            });
            for (const { by, proposal } of made) await proposed(by, proposal);
            for (const who of people) {
              const seen = made.filter((each) => maySee(reviewers, who, each)).map(({ proposal }) => proposal.item.id);
              const ids = (await idsOf(who)).filter((id) => !before.get(who)!.has(id));
              expect(new Set(ids)).toEqual(new Set(seen));
              const { counts } = await listed(who);
              const number = Object.values(counts).reduce((sum, each) => sum + each, 0);
              expect(number).toBe((await idsOf(who)).length);
            }
            for (const { by, proposal } of made) await decided(by, 'reject', proposal);
          }),
          { numRuns: 5 },
        );
      }
    });

    const aTeam = async (author: Principal) =>
      teamWordOf((await world.teams.create({ author, team: { name: uuidv7(), members: [] } })).teamId);

    const maySee = (
      reviewers: ReviewPolicy['reviewers'],
      who: Principal,
      { by, visibility, channel }: { by: Principal; visibility: string; channel: string | undefined },
    ): boolean => {
      if (by === who) return true;
      const least = { owner: [], managers: ['manager', 'admin'], readers: ['writer', 'manager', 'admin'] }[reviewers];
      const isReviewer = who.kind === 'person' && (least as string[]).includes(who.role);
      const words = (who.teams ?? []).map(({ teamId }) => teamWordOf(teamId) as string);
      const isReader = visibility === 'org' || visibility === 'channel' || words.includes(visibility);
      return isReviewer && isReader && !(channel !== undefined && who.closedChannels?.includes(channel));
    };
  });
}
