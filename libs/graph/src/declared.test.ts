import type { EntityInput } from '@cairn/contracts';
import { buildGraph } from './build-graph.ts';
import { findAmbiguousEnds, splitDeclarations, statementsOfDeclarations } from './declared.ts';
import { GraphInMemory } from './graph-in-memory.ts';
import { ownersOfName } from './owners-of-name.ts';

const team: EntityInput = { name: 'Payments', type: 'team', aliases: ['pay'] };
const relation = (from: string, to: string) => ({ from, type: 'owns', to });

it.each([
  ['payments', { type: 'team', name: 'Payments', aliases: ['pay'] }],
  ['team:payments', { type: 'team', name: 'Payments', aliases: ['pay'] }],
  ['service:payments', { type: 'service', name: 'payments' }],
  ['acme/shop:src/a.ts', { type: 'path', name: 'src/a.ts', repository: 'acme/shop' }],
  ['path:acme/shop:src/a.ts', { type: 'path', name: 'src/a.ts', repository: 'acme/shop' }],
  ['Ledger: the book', { type: 'unknown', name: 'Ledger: the book' }],
])('reads %s as the end of a relation', (ref, mention) => {
  expect(splitDeclarations({ entities: [team], relations: [relation('x', ref)] })).toContainEqual({
    relation: { type: 'owns', from: { type: 'unknown', name: 'x' }, to: mention },
  });
});

it('answers from declared relations whatever language their memory is written in', async () => {
  const declarations = splitDeclarations({
    entities: [{ name: 'Prüfstand', type: 'service', aliases: ['der Prüfstand'] }],
    relations: [
      { from: 'Friederike Ärmel', type: 'owns', to: 'Prüfstand' },
      { from: '運用チーム', type: 'owns', to: 'Prüfstand' },
    ],
  });
  const { statements } = statementsOfDeclarations(declarations, {
    memoryId: 'm',
    saidAt: 5,
    validFrom: null,
    validTo: null,
  });
  const graph = new GraphInMemory(buildGraph({ statements, rules: [] }));

  const found = await ownersOfName(graph, {
    ...{ name: 'der Prüfstand', asOf: 9 },
  });

  expect(found.ownership?.owners.map(({ entity }) => entity.name)).toEqual(['Friederike Ärmel', '運用チーム']);
});

it('names the ends that stand for two entities', () => {
  const entities = [team, { name: 'payments', type: 'repository' } as const];
  const relations = [relation('x', 'payments'), relation('team:payments', 'y')];

  expect(findAmbiguousEnds({ entities, relations })).toEqual(['relations[0].to']);
});

it('lets a relation hold as long as its memory, unless it says otherwise', () => {
  const declarations = splitDeclarations({ relations: [relation('a', 'b'), { ...relation('a', 'c'), validTo: 7 }] });
  const { statements } = statementsOfDeclarations(declarations, { memoryId: 'm', saidAt: 5, validFrom: 1, validTo: 9 });

  expect(statements).toMatchObject([
    { says: 'holds', confidence: 1, saidAt: 5, validFrom: 1, validTo: 9, evidence: { memoryId: 'm' } },
    { validFrom: 1, validTo: 7 },
  ]);
});
