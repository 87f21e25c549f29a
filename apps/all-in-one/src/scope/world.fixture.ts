import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import { teamWordOf, type KnowledgeBaseId, type Principal, type TeamId, type Visibility } from '@cairn/contracts';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { ClosedChannels, Identity, KnowledgeBases, Outbox, Teams, Truth } from '@cairn/ports';
import { EmbeddingModule } from '@cairn/service-embedding';
import { GatewayModule } from '@cairn/service-gateway';
import { GraphModule } from '@cairn/service-graph';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { aNewMemory, aNewMessage, aPrincipal, until } from '@cairn/testing';
import type { Base, Somebody, Thing, Wall } from './oracle.ts';

/** Somebody with the key that proves it. */
export interface Asker extends Somebody {
  readonly key: string;
  readonly principal: Principal;
  readonly teams: Set<string>;
}

/** A thing with the word that stands in it and in nothing else. */
export interface Stored extends Thing {
  readonly id: string;
  readonly kind: 'memory' | 'message';
  readonly canary: string;
  readonly isArchived: boolean;
}

export const channels = [null, 'dev', 'coach', 'coach:', 'coach:main', 'coach:1', 'coach:2', 'Coach:1'] as const;
const written = [null, null, 'dev', 'coach:main', 'coach:1', 'coach:2'] as const;
const teamNames = ['blue', 'red', 'green'] as const;
const PEOPLE = 6;
const BASES = 7;
const OPEN = { scope: null, policy: 'permissive', agents: [] as string[], isActive: true } as const;

/** Numbers that are the same for the same seed. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** All services in one process, with people, teams and things of every sort that the numbers make. */
export class World {
  readonly askers: Asker[] = [];
  readonly things: Stored[] = [];
  readonly bases: Base[] = [];
  walls: Wall[] = [];
  private readonly dataDir: string;
  private readonly service: RunningService;
  private readonly number: (below: number) => number;
  private readonly teams = new Map<string, TeamId>();
  private admin!: Principal;
  private readonly stranger = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });

  private constructor(dataDir: string, service: RunningService, seed: number) {
    this.dataDir = dataDir;
    this.service = service;
    this.number = numbersFrom(seed);
  }

  static async open(seed: number, things: number): Promise<World> {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-scope-'));
    const settings = { CAIRN_EMBEDDER: 'none', CAIRN_LOG_LEVEL: 'silent', CAIRN_PEER_PREFIXES: 'coach' };
    const config = { ...loadConfig('all-in-one', settings), port: 0, dataDir, readers: 1, rateLimitPerMinute: 1e6 };
    const modules = [
      IngestModule.forRoot(config),
      EmbeddingModule.forRoot(config),
      RecallModule,
      GraphModule,
      GatewayModule.forRoot(),
    ];
    const backend = await embeddedBackend(config);
    const service = await startService({ backend, modules, config, transport: embeddedEvents });
    const world = new World(dataDir, service, seed);
    await world.people();
    await world.makeBases();
    await world.write(things);
    return world;
  }

  async close(): Promise<void> {
    await this.service.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async ask(
    asker: Asker,
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
  ): Promise<{ status: number; text: string }> {
    const headers = { authorization: `Bearer ${asker.key}`, accept: 'application/json, text/event-stream' };
    const answer = await this.service.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, text: answer.body };
  }

  /** Puts some into teams and takes some out; every key knows it when this ends. */
  async changeTeams(): Promise<void> {
    for (const asker of this.askers) {
      const name = teamNames[this.number(teamNames.length)]!;
      const change = asker.teams.delete(name) ? 'remove' : 'add';
      if (change === 'add') asker.teams.add(name);
      await this.service.app.get(Teams).change(this.admin, this.teams.get(name)!, { [change]: [asker.id] } as object);
    }
    const identity = this.service.app.get(Identity);
    for (const { key, teams } of this.askers)
      await until(async () => ((await identity.authenticate(key))?.teams ?? []).length === teams.size);
  }

  /** Everything that decides who reaches a base may be another from now on; the first is open to most. */
  async changeBases(): Promise<void> {
    const knowledgeBases = this.service.app.get(KnowledgeBases);
    for (const [at, { organisation, id }] of this.bases.entries()) {
      const { scope, policy: peerScopePolicy, agents, isActive } = at === 0 ? OPEN : this.door();
      const author = organisation === this.admin.orgId ? this.admin : this.stranger;
      const door = { scope, peerScopePolicy, agentIds: agents as Principal['principalId'][], isActive };
      await knowledgeBases.change(author, id as KnowledgeBaseId, door);
      Object.assign(this.bases[at]!, { scope, policy: peerScopePolicy, agents, isActive });
    }
  }

  /** Other channels are closed from now on, to others. */
  async changeWalls(): Promise<void> {
    const closed = this.service.app.get(ClosedChannels);
    const some = <Value>(all: readonly Value[]) => all.filter(() => this.number(3) === 0);
    for (const { channel } of this.walls) await closed.open(this.admin, channel);
    const channels = some(['dev', 'coach:main', 'coach:1', 'coach:2']);
    this.walls = channels.map((channel) => ({
      ...{ organisation: this.admin.orgId, channel },
      people: some(this.askers).map(({ id }) => id),
      teams: some(teamNames),
    }));
    for (const { channel, people, teams } of this.walls) {
      const principals = people as Principal['principalId'][];
      await closed.close(this.admin, { channel, principals, teams: teams.map((name) => this.teams.get(name)!) });
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

  private async makeBases(): Promise<void> {
    const knowledgeBases = this.service.app.get(KnowledgeBases);
    for (let at = 0; at < BASES; at += 1) {
      const author = at % 6 === 5 ? this.stranger : this.admin;
      const name = `base ${at} of ${this.number(1e9)}`;
      const described = { name, description: null, scope: null, sourceType: null };
      const made = { ...described, peerScopePolicy: 'strict' as const, agentIds: [] };
      const { knowledgeBaseId: id } = await knowledgeBases.create(author, made);
      const organisation = author.orgId;
      this.bases.push({ id, name, organisation, scope: null, policy: 'strict', agents: [], isActive: true });
    }
    await this.changeBases();
  }

  private async people(): Promise<void> {
    const [identity, teams] = [this.service.app.get(Identity), this.service.app.get(Teams)];
    const { orgId } = await identity.firstOrganisation();
    this.admin = aPrincipal({ orgId, role: 'admin' });
    for (let at = 0; at < PEOPLE; at += 1) {
      const role = (['writer', 'manager', 'admin'] as const)[at % 3]!;
      const peers = [['*'], ['coach:1'], ['coach:2'], []][at % 4]!;
      const { key } = await identity.createKey({ orgId, name: `person ${at}`, kind: 'person', role, peers });
      const principal = (await identity.authenticate(key))!;
      const id = principal.principalId;
      this.askers.push({ key, principal, id, organisation: orgId, role, peers, teams: new Set() });
    }
    for (const name of teamNames) {
      const { teamId } = await teams.create(this.admin, { name, members: [] });
      this.teams.set(name, teamId);
    }
    await this.changeTeams();
  }

  private async write(many: number): Promise<void> {
    const truth = this.service.app.get(Truth);
    for (let at = 0; at < many; at += 1) {
      const isForeign = this.number(6) === 0;
      const writer = isForeign ? this.stranger : this.askers[this.number(PEOPLE)]!.principal;
      const channel = written[this.number(written.length)]!;
      const kind = this.number(2) === 0 ? 'memory' : 'message';
      const { readers, visibility, ...inBase } = this.audience(channel, kind === 'memory' ? writer : undefined);
      const canary = `zq${at}x${this.number(1e9).toString(36)}`;
      const content = `The zebra deploy rule ${canary} was decided because zebras ${canary}.`;
      const common = { content, ...(channel !== null && { channel }), timestamp: Date.now() - this.number(1e8) };
      const entities = [{ name: canary, type: 'team' as const }];
      const relations = [{ from: `team:${canary}`, type: 'owns', to: 'service:zebra' }];
      const category = (['decision', 'rule', 'lesson', 'fact'] as const)[this.number(4)]!;
      const item =
        kind === 'memory'
          ? {
              ...aNewMemory(
                { ...common, title: canary, tags: [canary], category, entities, relations },
                { visibility },
              ),
              ...inBase,
            }
          : aNewMessage({ ...common, speaker: canary, sessionKey: canary }, { visibility });
      await truth.write(writer, [item]);
      const organisation = writer.orgId;
      const thing = { organisation, writer: writer.principalId, readers, channel, isForgotten: false };
      this.things.push({ ...thing, id: item.id, kind: item.kind as Stored['kind'], canary, isArchived: false });
    }
    await until(async () => (await this.service.app.get(Outbox).depth()).waiting === 0, 60_000);
  }

  private audience(channel: string | null, inBaseOf: Principal | undefined): Audience {
    const isPeer = channel === 'coach:1' || channel === 'coach:2';
    const team = teamNames[this.number(teamNames.length)]!;
    const bases = this.bases.filter(({ organisation }) => organisation === inBaseOf?.orgId);
    const base = bases[this.number(bases.length)];
    const ways: Audience[] = [
      { readers: 'org', visibility: channel === null ? 'org' : 'channel' },
      { readers: 'private', visibility: 'private' },
      { readers: { team }, visibility: teamWordOf(this.teams.get(team)!) },
      ...(base ? [ofBase(base), ofBase(base)] : []),
      ...(isPeer ? [{ readers: 'peer', visibility: 'peer' } as const] : []),
    ];
    return ways[this.number(ways.length)]!;
  }
}

interface Audience {
  readonly readers: Thing['readers'];
  readonly visibility: Visibility;
  readonly knowledgeBase?: KnowledgeBaseId;
}

const ofBase = ({ id }: Base): Audience => ({
  readers: { base: id },
  visibility: teamWordOf(id as TeamId),
  knowledgeBase: id as KnowledgeBaseId,
});
