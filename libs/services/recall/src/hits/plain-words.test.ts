import { signalNames, textKinds, recipes, type Ranked } from '@cairn/ranking';
import { explainRank } from './plain-words.ts';

const hit = (points: Readonly<Record<string, number>>): Ranked => ({
  id: 'x',
  score: 0.5,
  rankScore: Object.values(points).reduce((sum, value) => sum + value, 0),
  parts: Object.entries(points).map(([signal, value]) => ({ signal, value, weight: 1, points: value })),
});

it('says what lifted a hit and what kept the next one below, biggest first', () => {
  const first = hit({ words: 0.2, vector: 0.15, lineage: 0.3, question: -0.05 });
  const next = hit({ words: 0.21, vector: 0.05, lineage: 0.1 });

  expect(explainRank(first, next)).toBe(
    'It is backed by what it was made from, or what was made from it (+0.30), has your words (+0.20), means much the same (+0.15). ' +
      'The next one stands 0.24 below, since more speaks for this one: it is backed by what it was made from, or what was made from it (+0.20), means much the same (+0.10).',
  );
});

it('calls equals equal, and says nothing of a next one where there is none', () => {
  expect(explainRank(hit({ words: 0.3 }), hit({ words: 0.29 }))).toContain('The next one is about as good.');
  expect(explainRank(hit({ words: 0.3 }), undefined)).toBe('It has your words (+0.30).');
});

it('says of a hit that it was called wrong', () => {
  const doubted = hit({ words: 0.3, doubted: -0.03 });
  const next = hit({ words: 0.26, doubted: -0.06 });

  expect(explainRank(doubted, next)).toBe(
    'It has your words (+0.30). It was called wrong or outdated (-0.03). ' +
      'The next one stands 0.07 below, since more speaks for this one: it has your words (+0.04), was not called wrong or outdated as often (+0.03).',
  );
});

it('has plain words for every part of a recipe', () => {
  const scores = textKinds.flatMap((kind) => Object.keys(recipes.fused.weights[kind]));

  for (const signal of [...scores, ...signalNames, 'renewal'])
    expect(explainRank(hit({ [signal]: 0.5 }), undefined)).not.toContain('has the signal');
});
