import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from '../cairn.ts';
import { Client } from '../client.ts';
import { until } from '../until.ts';
import type { Base, Somebody, Thing, Wall } from './oracle.ts';

/** A principal with its key. */
export interface Asker extends Somebody {
  readonly client: Client;
  readonly teams: Set<string>;
}

/** A stored item with a word that only it contains. */
export interface Stored extends Thing {
  readonly id: string;
  readonly kind: 'memory' | 'message';
  readonly canary: string;
  readonly state: 'active' | 'archived' | 'superseded' | 'forgotten';
}

export const channels = [null, 'dev', 'coach', 'coach:', 'coach:main', 'coach:1', 'coach:2', 'Coach:1'] as const;
const written = [null, null, 'dev', 'coach:main', 'coach:1', 'coach:2'] as const;
const teamNames = ['blue', 'red', 'green'] as const;
const PEOPLE = 6;
const BASES = 7;
const BATCH = 50;
const OPEN = { scope: null, policy: 'permissive', agents: [] as string[], isActive: true } as const;
const OPERATOR_KEY = `cairn_operator_${'s'.repeat(40)}`;
/** Limit for a changed right to take effect: each process caches a caller for two seconds. */
const KNOWN_WITHIN_MS = 3_000;

/** Seeded random numbers. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Installation with random people, teams, bases, closed channels and items of every sort, created through the public API alone. */
export class World {
  readonly askers: Asker[] = [];
  readonly things: Stored[] = [];
  readonly bases: Base[] = [];
  walls: Wall[] = [];
  private readonly server: Cairn;
  private readonly folder: string;
  private readonly number: (below: number) => number;
  private readonly teams = new Map<string, string>();
  private admin!: Asker;
  /** A principal of another organisation. */
  private stranger!: Asker;

  private constructor(folder: string, server: Cairn, seed: number) {
    this.folder = folder;
    this.server = server;
    this.number = numbersFrom(seed);
  }

  static async open(seed: number, things: number): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-scope-'));
    const env = {
      ...{ CAIRN_EMBEDDER: 'none', CAIRN_PEER_PREFIXES: 'coach', CAIRN_OPERATOR_KEY: OPERATOR_KEY },
      CAIRN_RATE_LIMIT_PER_MINUTE: '1000000',
    };
    const server = await startCairn({ dataDir: join(folder, 'data'), port: await freePort(), env });
    const world = new World(folder, server, seed);
    await world.people();
    await world.makeBases();
    await world.write(things);
    await world.change();
    return world;
  }

  async close(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Changes all access rights at random, and waits until every process knows them. */
  async change(): Promise<void> {
    for (const { channel } of this.walls)
      await this.did('DELETE', `/v1/closed-channels?channel=${encodeURIComponent(channel)}`);
    await this.changeTeams();
    await this.changeBases();
    await this.closeChannels();
    await delay(KNOWN_WITHIN_MS);
  }

  /** Adds some people to teams and removes some. */
  private async changeTeams(): Promise<void> {
    for (const asker of this.askers) {
      const name = teamNames[this.number(teamNames.length)]!;
      const change = asker.teams.delete(name) ? 'remove' : 'add';
      if (change === 'add') asker.teams.add(name);
      await this.did('PUT', `/v1/teams/${this.teams.get(name)}`, { [change]: [asker.id] });
    }
  }

  /** Changes the bases; the first one is open to most people. */
  private async changeBases(): Promise<void> {
    for (const [at, { organisation, id }] of this.bases.entries()) {
      const { scope, policy: peerScopePolicy, agents, isActive } = at === 0 ? OPEN : this.door();
      const theirs = organisation === this.admin.organisation;
      const body = { scope, peerScopePolicy, agentIds: theirs ? agents : [], isActive };
      await this.did('PUT', `/v1/knowledge-bases/${id}?manage=true`, body, theirs ? this.admin : this.stranger);
      Object.assign(this.bases[at]!, { scope, policy: peerScopePolicy, agents, isActive });
    }
  }

  private async closeChannels(): Promise<void> {
    const some = <Value>(all: readonly Value[]) => all.filter(() => this.number(3) === 0);
    this.walls = some(['dev', 'coach:main', 'coach:1', 'coach:2']).map((channel) => ({
      ...{ organisation: this.admin.organisation, channel },
      people: some(this.askers).map(({ id }) => id),
      teams: some(teamNames),
    }));
    for (const { channel, people: principals, teams: names } of this.walls) {
      const teams = names.map((name) => this.teams.get(name)!);
      await this.did('PUT', '/v1/closed-channels', { channel, principals, teams });
    }
  }

  private door(): Pick<Base, 'scope' | 'policy' | 'agents' | 'isActive'> {
    const agents = this.askers.filter(() => this.number(2) === 0).map(({ id }) => id);
    return {
      scope: written[this.number(written.length)]!,
      policy: (['strict', 'permissive'] as const)[this.number(2)]!,
      agents: this.number(3) === 0 ? agents : [],
      isActive: this.number(6) > 0,
    };
  }

  /** Strict and without a scope, so that each who writes reaches them. */
  private async makeBases(): Promise<void> {
    for (let at = 0; at < BASES; at += 1) {
      const author = at % 6 === 5 ? this.stranger : this.admin;
      const name = `base ${at} of ${this.number(1e9)}`;
      const { knowledgeBaseId: id } = await this.did('POST', '/v1/knowledge-bases', { name }, author);
      const { organisation } = author;
      this.bases.push({ id, name, organisation, scope: null, policy: 'strict', agents: [], isActive: true });
    }
  }

  private async people(): Promise<void> {
    this.admin = await this.known(this.server.key!, { role: 'admin', peers: ['*'] });
    const operator = new Client(this.server.url, OPERATOR_KEY);
    const { admin } = (await operator.post('/v1/organisations', { name: 'Strangers' })).body;
    this.stranger = await this.known(admin.key, { role: 'admin', peers: ['*'] });
    for (let at = 0; at < PEOPLE; at += 1) {
      const role = (['writer', 'manager', 'admin'] as const)[at % 3]!;
      const peers = [['*'], ['coach:1'], ['coach:2'], []][at % 4]!;
      const made = await this.did('POST', '/v1/keys', { name: `person ${at}`, kind: 'person', role, peers });
      this.askers.push(await this.known(made.key, { role, peers }));
    }
    for (const name of teamNames) {
      const members = this.askers.map(({ id }) => id);
      this.teams.set(name, (await this.did('POST', '/v1/teams', { name, members })).teamId);
      for (const asker of this.askers) asker.teams.add(name);
    }
    await delay(KNOWN_WITHIN_MS);
  }

  private async known(key: string, may: Pick<Somebody, 'role' | 'peers'>): Promise<Asker> {
    const client = new Client(this.server.url, key);
    const { principalId: id, orgId: organisation } = (await client.get('/v1/caller')).body;
    return { client, id, organisation, ...may, teams: new Set() };
  }

  private async write(many: number): Promise<void> {
    const plans = Array.from({ length: many }, (_, at) => this.plan(at));
    for (const together of Map.groupBy(plans, doorOf).values())
      for (let from = 0; from < together.length; from += BATCH) await this.store(together.slice(from, from + BATCH));
    await this.untilIndexed();
    for (const thing of this.things) await this.end(thing);
    await this.untilIndexed();
  }

  private plan(at: number): Plan {
    const channel = written[this.number(written.length)]!;
    const writer = this.number(6) === 0 ? this.stranger : this.writerFor(channel);
    const kind = this.number(2) === 0 ? 'memory' : 'message';
    const readers = this.readersOf({ channel, writer, kind });
    const canary = `zq${at}x${this.number(1e9).toString(36)}`;
    const isInBase = typeof readers === 'object' && 'base' in readers;
    return { writer, kind, readers, canary, channel: isInBase ? null : channel, category: this.number(4) };
  }

  /** A principal who may speak for the channel. */
  private writerFor(channel: string | null): Asker {
    const may = this.askers.filter(
      ({ peers }) => !isOfPeer(channel) || peers.some((peer) => peer === '*' || peer === channel),
    );
    return may[this.number(may.length)]!;
  }

  private readersOf({ channel, writer, kind }: Pick<Plan, 'channel' | 'writer' | 'kind'>): Thing['readers'] {
    const base = this.bases.filter(({ organisation }) => organisation === writer.organisation)[this.number(BASES)];
    const inBase: Thing['readers'][] = base && kind === 'memory' ? [{ base: base.id }, { base: base.id }] : [];
    const ofTeam: Thing['readers'][] = [{ team: teamNames[this.number(teamNames.length)]! }];
    const ways: Thing['readers'][] = [
      ...(['org', 'private'] as const),
      ...(writer === this.stranger ? [] : ofTeam),
      ...inBase,
      ...(isOfPeer(channel) ? (['peer'] as const) : []),
    ];
    return ways[this.number(ways.length)]!;
  }

  /** Things of one writer, by one door, in one call. */
  private async store(plans: readonly Plan[]): Promise<void> {
    const { writer, kind, readers } = plans[0]!;
    const ids = await (typeof readers === 'object' && 'base' in readers
      ? this.imported(readers.base, plans)
      : this.posted(kind, plans));
    for (const [at, plan] of plans.entries()) {
      const { readers: own, channel, canary } = plan;
      const thing = { organisation: writer.organisation, writer: writer.id, readers: own, channel, canary };
      this.things.push({ ...thing, id: ids[at]!, kind, state: 'active', isForgotten: false });
    }
  }

  private async imported(knowledgeBaseId: string, plans: readonly Plan[]): Promise<string[]> {
    const chunks = plans.map(({ canary }) => ({ content: textWith(canary), metadata: { title: canary } }));
    const { writer } = plans[0]!;
    return (await this.did('POST', '/v1/knowledge-imports', { knowledgeBaseId, chunks }, writer)).memoryIds;
  }

  private async posted(kind: Stored['kind'], plans: readonly Plan[]): Promise<string[]> {
    const inputs = plans.map((plan) => (kind === 'memory' ? memoryOf(plan) : messageOf(plan)));
    const path = kind === 'memory' ? '/v1/memories' : '/v1/messages';
    const { items } = await this.did('POST', path, inputs, plans[0]!.writer);
    return items.map(({ id }: { id: string }) => id);
  }

  /** Some are archived, superseded or forgotten by whoever wrote them. */
  private async end(thing: Stored): Promise<void> {
    const state = (['forgotten', 'archived', 'superseded'] as const)[this.number(15)];
    const isInBase = typeof thing.readers === 'object' && 'base' in thing.readers;
    if (!state || isInBase || (thing.kind === 'message' && state !== 'forgotten')) return;
    const writer = [...this.askers, this.stranger].find(({ id }) => id === thing.writer)!;
    const path = thing.kind === 'memory' ? `/v1/memories/${thing.id}` : `/v1/messages/${thing.id}`;
    const place = thing.channel === null ? '' : `?channel=${encodeURIComponent(thing.channel)}`;
    if (state === 'forgotten') await this.did('DELETE', path + place, undefined, writer);
    else if (state === 'archived') await this.did('POST', `${path}/archive${place}`, {}, writer);
    else
      await this.did(
        'POST',
        `${path}/supersede${place}`,
        { title: 'New', content: `New ${this.number(1e9)}.` },
        writer,
      );
    Object.assign(thing, { state, isForgotten: state === 'forgotten' });
  }

  /** Until nothing waits for an index of anybody. */
  private async untilIndexed(): Promise<void> {
    for (const { client } of [this.stranger, ...this.askers]) {
      await until(async () => {
        const { status, body } = await client.get('/v1/recall/stats');
        return status === 200 && body.index.pending.words === 0;
      });
    }
    await delay(KNOWN_WITHIN_MS);
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- The bodies of a dozen routes, of which each caller takes a field.
  private async did(method: string, path: string, body?: object, author = this.admin): Promise<any> {
    const answer = await author.client.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

interface Plan extends Pick<Stored, 'kind' | 'readers' | 'canary' | 'channel'> {
  readonly writer: Asker;
  readonly category: number;
}

/** The key of a plan's call: plans with equal keys are written in one call. */
const doorOf = ({ writer, kind, readers }: Plan): string =>
  [writer.id, kind, typeof readers === 'object' && 'base' in readers ? readers.base : ''].join(' ');

const isOfPeer = (channel: string | null) => channel === 'coach:1' || channel === 'coach:2';
const textWith = (canary: string) => `The zebra deploy rule ${canary} was decided because zebras ${canary}.`;

const commonOf = ({ canary, channel, readers }: Plan) => ({
  content: textWith(canary),
  ...(channel !== null && { channel }),
  visibility: typeof readers === 'object' ? `team:${'team' in readers ? readers.team : ''}` : readers,
});

const messageOf = (plan: Plan) => ({ ...commonOf(plan), speaker: plan.canary, sessionKey: plan.canary });

const memoryOf = (plan: Plan) => ({
  ...commonOf(plan),
  ...{ title: plan.canary, tags: [plan.canary] },
  category: (['decision', 'rule', 'lesson', 'fact'] as const)[plan.category]!,
  entities: [{ name: plan.canary, type: 'team' }],
  relations: [{ from: `team:${plan.canary}`, type: 'owns', to: 'service:zebra' }],
});
