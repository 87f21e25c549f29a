import { OverviewRequest, PreflightRequest, RecallRequest, WhyRequest } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import { ask, world } from './one-world.fixture.ts';

const rule = { category: 'rule', title: 'Cluster changes', content: 'Never run terraform apply by hand.' } as const;
const forbids = [{ names: ['terraform apply'], strength: 'must' as const }];

/** Proposes a memory of the principal, and puts it into both indexes. */
async function propose(owner: Principal, input: Parameters<typeof aNewMemory>[0] = { ...rule, forbids }) {
  const item = aNewMemory(input, { mergeKey: 'm' });
  const proposal = { item, kind: 'rule', certainty: 0.5, quotes: [], isOwnWords: false } as const;
  const command = { scope: scopeOf(owner), author: owner, ownerId: owner.principalId, proposals: [proposal] };
  await world.proposals.propose(command);
  await world.index({ orgId: owner.orgId, kind: 'memory', id: item.id });
  return item;
}

it('shows a proposal to its owner in a recall, marked so, and to nobody else; it binds nobody and tells no decision', async () => {
  const ada = aPrincipal({ kind: 'person' });
  const bo = aColleagueOf(ada, { kind: 'person', role: 'admin' });
  const item = await propose(ada);
  const query = 'terraform apply by hand';
  const hitsOf = async (who: Principal, more: Partial<RecallRequest> = {}) => (await ask(who, { query, ...more })).hits;
  const action = PreflightRequest.parse({ action: 'terraform apply', waitMs: 2_000 });

  expect(await hitsOf(ada)).toMatchObject([{ memoryId: item.id, state: 'proposed', trust: 'proposed' }]);
  for (const more of [{ includeProposed: false }, { includeProposed: false, includeArchived: true }])
    expect(await hitsOf(ada, more)).toEqual([]);
  expect(await hitsOf(bo, { includeArchived: true })).toEqual([]);
  for (const who of [ada, bo]) {
    expect((await world.preflight(who, action)).verdict).toBe('proceed');
    const overview = await world.overview.of(who, { body: OverviewRequest.parse({ topic: query }) });
    expect(overview).toMatchObject({ bound: { stored: 0 }, byCategory: {} });
    expect(JSON.stringify(await world.why.tell(who, { body: WhyRequest.parse({ decision: query }) }))).not.toContain(
      item.id,
    );
  }

  const { derived } = item;
  await world.proposals.decide({ scope: scopeOf(ada), reviewer: ada, id: item.id, act: 'keep', derived });
  await world.index({ orgId: ada.orgId, kind: 'memory', id: item.id });

  expect(await hitsOf(bo)).toMatchObject([{ memoryId: item.id, state: 'active', trust: 'confirmed' }]);
  expect((await world.preflight(bo, action)).verdict).toBe('stop');
});

it('shows a memory alone where a proposal says the same, and above a proposal that says much the same', async () => {
  const ada = aPrincipal({ kind: 'person' });
  const kept = {
    title: 'CLAUDE.md / Backfills',
    category: 'rule',
    content: 'Never run a backfill after lunch.',
  } as const;
  await world.remember(ada, aNewMemory(kept));
  const title = 'Friday';
  await propose(ada, { title, content: 'never run a backfill after lunch', category: 'lesson' });
  await propose(ada, { title, content: 'On Friday we learned: never run a backfill after lunch.' });

  const { hits } = await ask(ada, { query: 'On Friday we learned never to run a backfill after lunch' });

  expect(hits).toMatchObject([
    { title: kept.title, state: 'active', restatements: 1 },
    { content: 'On Friday we learned: never run a backfill after lunch.', state: 'proposed' },
  ]);
  const each = await ask(ada, { query: 'On Friday we learned never to run a backfill after lunch', collapse: false });
  expect(each.hits).toHaveLength(3);
  expect(each.hits[0]).toMatchObject({ state: 'active' });
});
