import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecallPatternsRequest, RecallPatternsResponse, type PatternCategory } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { memoryOfPattern } from '@cairn/notes';
import { aNewMemory, aPrincipal } from '@cairn/testing';
import { recallWorld } from '../recall-world.fixture.ts';

describe('memory_recall', () => {
  let world: Awaited<ReturnType<typeof recallWorld>>;
  beforeAll(async () => {
    world = await recallWorld();
  });
  afterAll(() => world.close());

  interface Learned {
    readonly category?: PatternCategory;
    readonly confidence?: number;
    readonly tags?: string[];
    readonly scope?: 'project' | 'global';
    readonly project?: string;
  }
  const stamp = { id: 'mem_1_abcd', timestamp: '2026-01-01T00:00:00.000Z' };
  const learn = async (who: Principal, pattern: string, learned: Learned = {}) => {
    const { category = 'convention', confidence = 0.7, tags, scope = 'project', project = 'default' } = learned;
    await world.remember(
      who,
      aNewMemory(memoryOfPattern({ scope, project }, { pattern, category, confidence, tags }, stamp)),
    );
  };
  const recall = async (who: Principal, query: string, more: Partial<RecallPatternsRequest> = {}) =>
    RecallPatternsResponse.parse(
      await world.patterns.find(who, { body: RecallPatternsRequest.parse({ query, ...more }) }),
    );
  const found = async (...asked: Parameters<typeof recall>) =>
    (await recall(...asked)).memories.map(({ pattern }) => pattern);

  // Behaviour 25
  it('finds words of one and two letters, categories and tags, and what says the same in other words', async () => {
    const ada = aPrincipal();
    await learn(ada, 'Run go vet before a push');
    await learn(ada, 'Two worktrees overwrite the files of each other', { category: 'failure_pattern', tags: ['db'] });
    await world.remember(ada, aNewMemory({ title: 'go', content: 'A memory about go that is no pattern' }));

    expect(await found(ada, 'go')).toEqual(['Run go vet before a push']);
    expect(await found(ada, 'db')).toEqual(['Two worktrees overwrite the files of each other']);
    expect(await found(ada, 'failure_pattern')).toEqual(['Two worktrees overwrite the files of each other']);
    expect((await found(ada, "agents working at the same time destroy each other's changes"))[0]).toMatch(
      /^Two worktrees/,
    );
  });

  it('groups the project before the organisation, the most confident first, in the text that Forge documents', async () => {
    const ada = aPrincipal();
    await learn(ada, 'The kiln is lit by hand', { confidence: 0.4 });
    await learn(ada, 'The kiln is never left alone', { confidence: 0.9 });
    await learn(ada, 'A kiln needs a permit', { scope: 'global', confidence: 0.95 });
    await learn(ada, 'The kiln of another project', { project: 'other' });

    const { memories, groups, text } = await recall(ada, 'kiln');

    expect(groups.map(({ scope, count }) => [scope, count])).toEqual([
      ['project', 2],
      ['global', 1],
    ]);
    expect(memories.map(({ confidence }) => confidence)).toEqual([0.9, 0.4, 0.95]);
    expect(memories[0]).toMatchObject({ ...stamp, scope: 'project', relevance: expect.any(Number) });
    expect(text).toContain('Found 2 matches in project memory\n[convention] 0.90 — The kiln is never left alone');
    expect(await found(ada, 'kiln', { scope: 'global' })).toEqual(['A kiln needs a permit']);
    expect(await found(ada, 'kiln', { scope: 'project', project: 'other' })).toEqual(['The kiln of another project']);
    expect(await found(aPrincipal(), 'kiln')).toEqual([]);
  });

  it('shows at most 15, and none that are not about the query', async () => {
    const ada = aPrincipal();
    expect(await recall(ada, 'anything')).toMatchObject({ memories: [], groups: [], message: expect.any(String) });
    for (let at = 0; at < 18; at += 1) await learn(ada, `Ledger rule ${at}: book it twice`);

    expect(await found(ada, 'ledger')).toHaveLength(15);
    expect(await found(ada, 'who waters the plants on the roof?')).toEqual([]);
  });
});
