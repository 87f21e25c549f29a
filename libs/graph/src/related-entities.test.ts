import { buildGraph } from './build-graph.ts';
import { GraphInMemory } from './graph-in-memory.ts';
import { findRelated } from './related-entities.ts';
import { resolveEntity } from './resolve-entity.ts';

test.each(['constructor', 'toString', '__proto__'])(
  'finds nobody for the relation %s, which no statement tells',
  async (type) => {
    const [from, to] = [{ type: 'person', name: 'Mira' } as const, { type: 'service', name: 'ledger' } as const];
    const said = {
      from,
      type: 'owns',
      to,
      says: 'holds',
      confidence: 1,
      saidAt: 0,
      evidence: { memoryId: 'm' },
    } as const;
    const reader = new GraphInMemory(buildGraph({ statements: [said], rules: [] }));
    const found = await resolveEntity(reader, 'ledger');
    const entity = found.type === 'found' ? found.entity : undefined;

    expect((await findRelated(reader, { entity, type: 'owns', asOf: 1 })).rows).toHaveLength(1);
    expect(await findRelated(reader, { entity, type, asOf: 1 })).toEqual({ rows: [], answeredBy: [] });
  },
);
