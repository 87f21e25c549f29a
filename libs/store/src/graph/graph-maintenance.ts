import type { OrgId } from '@cairn/contracts';
import {
  GraphMaintenance,
  type GraphAuthor,
  type GraphBuilding,
  type GraphDrift,
  type GraphPlace,
  type HeldMemory,
  type ReadMemory,
} from '@cairn/ports';
import { countStrays, drift, removeStrays } from './drift.ts';
import { advance, begin, memories, sweep, switchTo } from './generation.ts';
import { keepItem } from './keep-item.ts';
import { graphGeneration } from './tables.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';

export const graphMaintenanceStore = {
  name: 'graph-maintenance',
  tables: [graphGeneration],
  reads: { memories, drift, countStrays },
  writes: { begin, advance, switchTo, sweep, removeStrays, fill: keepItem },
  port: portOf(GraphMaintenance, (store) => new SqlGraphMaintenance(store)),
};

/**
 * Maintains the generations of the graph in the store of record, and finds differences between the graph and the text of
 * memories.
 */
export class SqlGraphMaintenance extends GraphMaintenance {
  private readonly calls: CallsOf<typeof graphMaintenanceStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(graphMaintenanceStore, store);
  }

  async begin(author: GraphAuthor, orgId: OrgId): Promise<GraphBuilding> {
    const { live, building, filled, cursor } = await this.calls.begin('all', { author, orgId });
    return { generation: building ?? live, filled, cursor };
  }

  memories(orgId: OrgId, behind: GraphPlace, limit: number): Promise<HeldMemory[]> {
    return this.calls.memories('all', { orgId, behind, limit });
  }

  async fill(orgId: OrgId, { id, version, said }: ReadMemory): Promise<void> {
    await this.calls.fill(orgId, { orgId, kind: 'memory', id, version, said, isFilling: true });
  }

  async advance(orgId: OrgId, { generation, cursor, filled }: GraphBuilding): Promise<void> {
    await this.calls.advance('all', { orgId, generation, cursor, filled });
  }

  switchTo(author: GraphAuthor, orgId: OrgId, generation: number): Promise<boolean> {
    return this.calls.switchTo('all', { author, orgId, generation });
  }

  sweep(orgId: OrgId): Promise<number> {
    return this.calls.sweep('all', { orgId });
  }

  drift(orgId: OrgId, memories: readonly ReadMemory[]): Promise<GraphDrift[]> {
    return this.calls.drift('all', { orgId, memories });
  }

  strays(orgId: OrgId): Promise<number> {
    return this.calls.countStrays('all', { orgId });
  }

  removeStrays(orgId: OrgId): Promise<number> {
    return this.calls.removeStrays('all', { orgId });
  }
}
