import {
  driftKinds,
  type OrgId,
  type RebuildGraphRequest,
  type RebuildGraphResponse,
  type VerifyRequest,
  type VerifyResponse,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Graphs, GraphMaintenance, IndexLedger, type GraphDrift, type HeldMemory, type ReadMemory } from '@cairn/ports';
import { Injectable } from '@nestjs/common';
import { itemScan, type ItemScan } from '@cairn/store';
import { Uses } from '@cairn/platform';
import { statementsOf } from './read-memory.ts';

const PAGE = 100;
const EXAMPLES = 20;
/** Time in ms for which one request works, well below the timeouts of clients. */
const BUILDS_MS = 2_000;
const START = { time: 0, place: 0 };

/** Rebuilds graphs while the live ones stay in use, and compares graphs with the memories that they are built from. */
@Injectable()
export class GraphBuilding {
  constructor(
    private readonly ledger: IndexLedger,
    private readonly graphs: Graphs,
    private readonly maintenance: GraphMaintenance,
    @Uses(itemScan) private readonly itemScan: ItemScan,
  ) {}

  /** Does a part of the rebuild. The next request continues where this one stopped, also after a restart. */
  async rebuild(author: Principal, { after }: RebuildGraphRequest): Promise<RebuildGraphResponse> {
    const orgId = await this.itemScan.nextOrganisation({ after });
    if (!orgId) return { orgId: null, next: null, generation: 0, filled: 0, isLive: true };
    const { filled, generation, isFull } = await this.fill(author, orgId);
    const isLive = isFull && (await this.maintenance.switchTo(author, orgId, generation));
    while (isLive && (await this.maintenance.sweep(orgId)) > 0);
    return { orgId, next: await this.following(orgId), generation, filled, isLive };
  }

  async verify({ after, repair }: VerifyRequest): Promise<VerifyResponse> {
    const orgId = await this.itemScan.nextOrganisation({ after });
    if (!orgId) return { ...nothing, orgId: null, next: null };
    const { stored, differing } = await this.compare(orgId);
    const drifted = differing.filter(({ isPending }) => !isPending);
    const strays = await this.maintenance.strays(orgId);
    const counts = Object.fromEntries(driftKinds.map((kind) => [kind, drifted.filter(({ is }) => is === kind).length]));
    return {
      ...nothing,
      ...counts,
      phantom: (counts['phantom'] ?? 0) + strays,
      orgId,
      next: await this.following(orgId),
      stored,
      pending: differing.length - drifted.length,
      examples: drifted.slice(0, EXAMPLES).map(({ is, id, version }) => ({ is, kind: 'memory', id, version })),
      repaired: repair ? await this.repair(orgId, drifted) : 0,
    };
  }

  private async following(orgId: OrgId): Promise<OrgId | null> {
    return (await this.itemScan.nextOrganisation({ after: orgId })) ? orgId : null;
  }

  private async fill(author: Principal, orgId: OrgId) {
    const until = performance.now() + BUILDS_MS;
    const { generation, ...begun } = await this.maintenance.begin(author, orgId);
    let { cursor, filled } = begun;
    while (performance.now() < until) {
      const held = await this.maintenance.memories(orgId, cursor, PAGE);
      for (const memory of await this.read(orgId, held)) await this.maintenance.fill(orgId, memory);
      filled += held.length;
      cursor = held.at(-1)?.place ?? cursor;
      await this.maintenance.advance(orgId, { generation, cursor, filled });
      if (held.length < PAGE) return { generation, filled, isFull: true };
    }
    return { generation, filled, isFull: false };
  }

  private async compare(orgId: OrgId) {
    const differing: GraphDrift[] = [];
    let stored = 0;
    for (let behind = START, more = true; more;) {
      const held = await this.maintenance.memories(orgId, behind, PAGE);
      differing.push(...(await this.maintenance.drift(orgId, await this.read(orgId, held))));
      stored += held.length;
      behind = held.at(-1)?.place ?? behind;
      more = held.length === PAGE;
    }
    return { stored, differing };
  }

  private async read(orgId: OrgId, held: readonly Pick<HeldMemory, 'id'>[]): Promise<ReadMemory[]> {
    const read = held.map(async ({ id }): Promise<ReadMemory[]> => {
      const item = await this.ledger.load({ orgId, kind: 'memory', id });
      return item ? [{ id, version: item.version, said: await statementsOf(item) }] : [];
    });
    return (await Promise.all(read)).flat();
  }

  private async repair(orgId: OrgId, drifted: readonly GraphDrift[]): Promise<number> {
    const read = await this.read(orgId, drifted);
    for (const { id, version, said } of read) await this.graphs.keep({ orgId, kind: 'memory', id }, version, said);
    return read.length + (await this.maintenance.removeStrays(orgId));
  }
}

const nothing = { stored: 0, missing: 0, phantom: 0, stale: 0, pending: 0, examples: [], repaired: 0 };
