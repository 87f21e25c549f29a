import type { ItemId, Visibility } from '@cairn/contracts';
import { scopeOf, teamWordOf, type Principal } from '@cairn/domain';
import type { NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aNewNote, aPrincipal } from '@cairn/testing';
import type { Teams } from './teams.ts';
import type { ClosedChannels } from './closed-channels.ts';
import type { KnowledgeBases } from '../knowledge/knowledge-bases.ts';
import type { Lifecycle } from '../memories/lifecycle.ts';
import type { MemoryAct } from '../memories/acts.ts';
import type { Notes } from '../notes/notes.ts';
import { putNote } from '../notes/note-steps.ts';

export interface HiddenWritesWorld {
  readonly truth: Truth;
  readonly lifecycle: Lifecycle;
  readonly notes: Notes;
  readonly knowledgeBases: KnowledgeBases;
  readonly teams: Teams;
  readonly channels: ClosedChannels;
  readonly close: () => Promise<void>;
}

/** Checks that hidden items do not change an answer to a write; `make` opens an empty store. */
export function hiddenWritesContract(adapter: string, make: () => Promise<HiddenWritesWorld>): void {
  describe(`${adapter} answers a write without a trace of what the writer cannot see`, () => {
    let world: HiddenWritesWorld;
    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    it.each([1, 2, 3, 4, 5, 6])(
      'answers the same writes alike with and without hidden items (world %i)',
      async (seed) => {
        const [full, bare] = [await anOrganisation(world), await anOrganisation(world)];
        const hidden = await hide(world, full.insider, seed);

        const withHidden = await new Writer(world, full.outsider, { seed, hidden }).run();
        const without = await new Writer(world, bare.outsider, { seed, hidden }).run();

        expect(withHidden).toEqual(without);
        expect(withHidden.filter((line) => line.startsWith('done'))).not.toHaveLength(0);
      },
    );

    it('stores a fact, an external id and a turn beside the hidden ones, and refuses what is seen', async () => {
      const { insider, outsider } = await anOrganisation(world);
      const fact = { subject: 'orion', attribute: 'price' };
      const hidden = aNewMemory({ ...fact, channel: 'deals', content: 'It is 4.' });
      const named = { externalId: 'e', sessionKey: 's' };
      await world.truth.write(insider, [hidden, aNewMessage({ ...named, channel: 'deals' })]);

      const own = aNewMemory({ ...fact, content: 'It is 5.' });
      const said = aNewMessage({ ...named, content: 'Hello.' });
      const receipts = await world.truth.write(outsider, [own, said]);

      expect(receipts.map(({ created }) => created)).toEqual([true, true]);
      expect(await world.truth.find(scopeOf(outsider), 'message', said.id)).toMatchObject({ turn: 0 });
      const again = world.truth.write(outsider, [aNewMemory({ ...fact, content: 'It is 6.' })]);
      await expect(again).rejects.toMatchObject({ code: 'item/conflict', message: expect.stringContaining(own.id) });
      const both = { kind: 'memory', ...fact } as const;
      expect(await world.truth.count(scopeOf(insider), both, 9)).toBe(2);
      expect(await world.truth.count(scopeOf(outsider), both, 9)).toBe(1);
    });

    it('refuses an external id that the writer sees in another channel, also within one write', async () => {
      const { insider } = await anOrganisation(world);
      const inChannel = (channel: string) => aNewMessage({ externalId: 'e', channel });
      const conflict = { code: 'item/conflict', issues: [{ field: 'externalId' }] };

      await expect(world.truth.write(insider, [inChannel('dev'), inChannel('ops')])).rejects.toMatchObject(conflict);
      await world.truth.write(insider, [inChannel('dev')]);
      await expect(world.truth.write(insider, [inChannel('ops')])).rejects.toMatchObject(conflict);
    });

    it('keeps a workspace in a closed channel apart from one of the same name', async () => {
      const { insider, outsider } = await anOrganisation(world);
      const put = (author: Principal, channel: string, text: string) =>
        putNote(world.notes, {
          scope: scopeOf(author),
          author,
          workspace: { name: 'w', readers: { visibility: 'channel', channel } },
          note: aNewNote('a.md', text),
        });
      await put(insider, 'deals', 'hidden');

      const own = await put(outsider, 'dev', 'open');

      expect(own).toMatchObject({ isNew: true, note: { version: 1 } });
      expect(await world.notes.find({ scope: scopeOf(outsider), workspace: 'w', path: 'a.md' })).toMatchObject({
        text: 'open',
      });
      expect(await world.notes.workspaces({ scope: scopeOf(outsider) })).toHaveLength(1);
      expect(await put(outsider, 'ops', 'changed')).toMatchObject({ isNew: false, note: { version: 2 } });
    });

    it('takes no note for a closed channel into a workspace that everyone reads', async () => {
      const { insider } = await anOrganisation(world);
      const put = (channel: string) =>
        putNote(world.notes, {
          scope: scopeOf(insider),
          author: insider,
          workspace: { name: 'w', readers: { visibility: 'channel', channel } },
          note: aNewNote('a.md', channel),
        });
      await put('dev');
      const teams = [insider.teams![0]!.teamId];
      await world.channels.close({ author: insider, request: { channel: 'vault', principals: [], teams } });

      await expect(put('vault')).rejects.toMatchObject({ code: 'request/invalid', issues: [{ field: 'channel' }] });
      expect(await put('ops')).toMatchObject({ isNew: false });
    });
  });
}

interface Organisation {
  /** A principal who sees everything except the private items of the outsider. */
  readonly insider: Principal;
  /** A principal who sees neither closed channels, nor peer channels, nor items of the team. */
  readonly outsider: Principal;
}

async function anOrganisation({ teams }: HiddenWritesWorld): Promise<Organisation> {
  const admin = aPrincipal({ role: 'admin' });
  const { teamId, name } = await teams.create({ author: admin, team: { name: 'blue', members: [] } });
  const more = { role: 'manager', peers: ['*'], peerPrefixes: ['coach'], teams: [{ teamId, name }] } as const;
  const insider = aColleagueOf(admin, more);
  return { insider, outsider: aColleagueOf(insider, { closedChannels: ['deals', 'board'] }) };
}

/** Picks values in an order that depends only on the seed. */
function numbersFrom(seed: number): <Value>(values: readonly Value[]) => Value {
  let state = seed >>> 0;
  return (values) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)]!;
  };
}

type Pick = ReturnType<typeof numbersFrom>;

/** Every kind of place that the outsider cannot see. */
const hiddenPlaces = (team: Visibility) => [
  { channel: 'deals' },
  { channel: 'board' },
  { visibility: 'private' },
  { visibility: 'private', channel: 'deals' },
  { visibility: 'peer', channel: 'coach:1' },
  { visibility: team },
  { visibility: team, channel: 'dev' },
];

const keysOf = (pick: Pick) => ({
  externalId: pick(['e0', 'e1', undefined, undefined]),
  content: `text ${pick([0, 1, 2])}`,
});
const messageKeys = (pick: Pick) => ({ sessionKey: pick(['s0', 's1']), speaker: pick(['Ann Lee', 'Bo']) });
const memoryKeys = (pick: Pick) => {
  const attribute = pick(['price', 'owner', undefined]);
  return attribute === undefined ? {} : { subject: 'orion', attribute };
};
const mergeKeyOf = (pick: Pick) => pick(['k0', 'k1', undefined]);

/** Stores hidden items with the keys that the outsider will use. */
async function hide({ truth, notes, knowledgeBases }: HiddenWritesWorld, insider: Principal, seed: number) {
  const pick = numbersFrom(seed * 7 + 1);
  const ids: ItemId[] = [];
  for (const place of hiddenPlaces(teamWordOf(insider.teams![0]!.teamId)))
    for (let at = 0; at < 5; at += 1) {
      const shared = { ...keysOf(pick), ...place };
      const item: NewItem = pick([true, false])
        ? aNewMessage({ ...shared, ...messageKeys(pick) } as object)
        : aNewMemory({ ...shared, ...memoryKeys(pick) } as object, { mergeKey: mergeKeyOf(pick) });
      const [receipt] = await truth.write(insider, [item]).catch(() => []);
      if (receipt) ids.push(receipt.id as ItemId);
    }
  for (const [channel, name] of [
    ['deals', 'w0'],
    ['board', 'w1'],
  ] as const) {
    const workspace = { name, readers: { visibility: 'channel', channel } } as const;
    await putNote(notes, { scope: scopeOf(insider), author: insider, workspace, note: aNewNote('a.md', 'hidden') });
    const base = { name, description: null, scope: channel, sourceType: null, peerScopePolicy: 'strict' } as const;
    await knowledgeBases.create({ author: insider, base: { ...base, agentIds: [] } });
    await knowledgeBases.create({ author: insider, base: { ...base, scope: null, agentIds: [insider.principalId] } });
  }
  return ids;
}

const STEPS = 60;

/** Makes writes by a seed, and records each answer with normalised ids and times. */
class Writer {
  private readonly world: HiddenWritesWorld;
  private readonly author: Principal;
  private readonly pick: Pick;
  private readonly hidden: readonly ItemId[];
  private readonly written: ItemId[] = [];
  private readonly names = new Map<string, string>();

  constructor(
    world: HiddenWritesWorld,
    author: Principal,
    { seed, hidden }: { readonly seed: number; readonly hidden: readonly ItemId[] },
  ) {
    [this.world, this.author, this.pick, this.hidden] = [world, author, numbersFrom(seed), hidden];
  }

  async run(): Promise<string[]> {
    const answers: string[] = [];
    for (let step = 0; step < STEPS; step += 1) answers.push(await this.answerOf(this.step()));
    answers.push(await this.answerOf(() => this.everythingSeen()));
    return answers;
  }

  private async answerOf(act: () => Promise<unknown>): Promise<string> {
    const answer = await act().then(
      (value) => `done ${JSON.stringify(value)}`,
      (error: { code?: string; message: string; issues?: unknown }) =>
        `refused ${error.code ?? 'unexpected'} ${error.message} ${JSON.stringify(error.issues ?? [])}`,
    );
    return answer
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (id) => {
        this.names.set(id, this.names.get(id) ?? `id${this.names.size}`);
        return this.names.get(id)!;
      })
      .replace(/\d{13}/g, 'time');
  }

  private step(): () => Promise<unknown> {
    const { pick } = this;
    const steps = [
      ...[() => this.write(), () => this.write(), () => this.write(), () => this.writeAsHiddenId()],
      ...[() => this.change(), () => this.setState(), () => this.supersede(), () => this.share()],
      ...[() => this.put(), () => this.makeBase()],
    ];
    return pick(steps);
  }

  private place() {
    return this.pick([{}, { channel: 'dev' }, { visibility: 'private' }, { visibility: 'private', channel: 'dev' }]);
  }

  private async stored(item: NewItem) {
    const [receipt] = await this.world.truth.write(this.author, [item]);
    this.written.push(receipt!.id as ItemId);
    return { receipt, item: await this.world.truth.find(scopeOf(this.author), item.kind, receipt!.id as ItemId) };
  }

  private write() {
    const { pick } = this;
    const shared = { ...keysOf(pick), ...this.place() };
    if (pick([true, false])) return this.stored(aNewMessage({ ...shared, ...messageKeys(pick) } as object));
    const sources = { sourceIds: [pick(['e0', 'e1']), pick(this.hidden)] };
    return this.stored(
      aNewMemory({ ...shared, ...memoryKeys(pick), ...sources } as object, { mergeKey: mergeKeyOf(pick) }),
    );
  }

  /** Writes an external id that is the id of a hidden item. */
  private writeAsHiddenId() {
    const externalId = this.pick(this.hidden);
    return this.stored(this.pick([true, false]) ? aNewMessage({ externalId }) : aNewMemory({ externalId }));
  }

  private async act(): Promise<MemoryAct> {
    const id = this.pick([...this.written, this.pick(this.hidden)]);
    const scope = scopeOf(this.author);
    const ifVersion = (await this.world.truth.find(scope, 'memory', id))?.version ?? 1;
    return { scope, author: this.author, id, ifVersion };
  }

  private async change() {
    const { derived } = aNewMemory({}, { mergeKey: mergeKeyOf(this.pick) });
    return this.world.lifecycle.change({
      ...(await this.act()),
      fields: { content: 'changed', ...memoryKeys(this.pick) },
      derived,
    });
  }

  private async setState() {
    const state = this.pick(['active', 'archived'] as const);
    return this.world.lifecycle.setState({ ...(await this.act()), state, mergeKey: mergeKeyOf(this.pick) });
  }

  private async supersede() {
    const successor = aNewMemory({ ...keysOf(this.pick), externalId: undefined, ...memoryKeys(this.pick) } as object);
    const outcome = await this.world.lifecycle.supersede({ ...(await this.act()), successor });
    if (outcome.outcome === 'done') this.written.push(successor.id);
    return outcome;
  }

  private async share() {
    return this.world.lifecycle.share({ ...(await this.act()), visibility: 'org', mergeKey: mergeKeyOf(this.pick) });
  }

  private put() {
    const channel = this.pick(['dev', null]);
    const readers = { visibility: channel === null ? 'org' : 'channel', channel } as const;
    const workspace = { name: this.pick(['w0', 'w1', 'w2']), ...(this.pick([true, false]) && { readers }) };
    const note = aNewNote('a.md', `text ${this.pick([0, 1, 2])}`);
    const expectedVersion = this.pick([undefined, undefined, 0, 1]);
    return putNote(this.world.notes, {
      scope: scopeOf(this.author),
      author: this.author,
      workspace,
      note,
      expectedVersion,
    });
  }

  private makeBase() {
    return this.world.knowledgeBases.create({
      author: this.author,
      base: {
        ...{ name: this.pick(['w0', 'w1', 'w2']), description: null, agentIds: [], sourceType: null },
        ...{ scope: null, peerScopePolicy: 'strict' as const },
      },
    });
  }

  private async everythingSeen() {
    const scope = scopeOf(this.author);
    const page = { order: 'stored', limit: 500 } as const;
    const states = { includeArchived: true };
    return {
      memories: await this.world.truth.list(scope, { kind: 'memory', ...states }, page),
      messages: await this.world.truth.list(scope, { kind: 'message', ...states }, page),
      links: await this.world.truth.sourceLinks(scope, 'memory', this.written),
      successions: await this.world.lifecycle.successions({ scope, ids: this.written }),
      workspaces: await this.world.notes.workspaces({ scope }),
      stats: await this.world.truth.stats(scope),
      speakers: await this.world.truth.speakers(scope),
    };
  }
}
