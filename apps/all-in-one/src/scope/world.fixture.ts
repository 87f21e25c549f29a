import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import { teamWordOf, type Principal, type TeamId, type Visibility } from '@cairn/contracts';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { Identity, Outbox, Teams, Truth } from '@cairn/ports';
import { EmbeddingModule } from '@cairn/service-embedding';
import { GatewayModule } from '@cairn/service-gateway';
import { GraphModule } from '@cairn/service-graph';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { aNewMemory, aNewMessage, aPrincipal, until } from '@cairn/testing';
import type { Somebody, Thing } from './oracle.ts';

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
  private readonly dataDir: string;
  private readonly service: RunningService;
  private readonly number: (below: number) => number;
  private readonly teams = new Map<string, TeamId>();
  private admin!: Principal;

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
    const [stranger] = [aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] })];
    for (let at = 0; at < many; at += 1) {
      const isForeign = this.number(6) === 0;
      const writer = isForeign ? stranger : this.askers[this.number(PEOPLE)]!.principal;
      const channel = written[this.number(written.length)]!;
      const { readers, visibility } = this.audience(channel);
      const canary = `zq${at}x${this.number(1e9).toString(36)}`;
      const content = `The zebra deploy rule ${canary} was decided because zebras ${canary}.`;
      const common = { content, ...(channel !== null && { channel }), timestamp: Date.now() - this.number(1e8) };
      const entities = [{ name: canary, type: 'team' as const }];
      const relations = [{ from: `team:${canary}`, type: 'owns', to: 'service:zebra' }];
      const category = (['decision', 'rule', 'lesson', 'fact'] as const)[this.number(4)]!;
      const item =
        this.number(2) === 0
          ? aNewMemory({ ...common, title: canary, tags: [canary], category, entities, relations }, { visibility })
          : aNewMessage({ ...common, speaker: canary, sessionKey: canary }, { visibility });
      await truth.write(writer, [item]);
      const organisation = writer.orgId;
      const thing = { organisation, writer: writer.principalId, readers, channel, isForgotten: false };
      this.things.push({ ...thing, id: item.id, kind: item.kind as Stored['kind'], canary, isArchived: false });
    }
    await until(async () => (await this.service.app.get(Outbox).depth()).waiting === 0, 60_000);
  }

  private audience(channel: string | null): { readers: Thing['readers']; visibility: Visibility } {
    const isPeer = channel === 'coach:1' || channel === 'coach:2';
    const team = teamNames[this.number(teamNames.length)]!;
    const ways: { readers: Thing['readers']; visibility: Visibility }[] = [
      { readers: 'org', visibility: channel === null ? 'org' : 'channel' },
      { readers: 'private', visibility: 'private' },
      { readers: { team }, visibility: teamWordOf(this.teams.get(team)!) },
      ...(isPeer ? [{ readers: 'peer', visibility: 'peer' } as const] : []),
    ];
    return ways[this.number(ways.length)]!;
  }
}
