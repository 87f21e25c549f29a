import fc from 'fast-check';
import type { Candidate } from './signals/candidate.ts';
import { rankCandidates } from './rank.ts';
import { recipeOver, recipes, type Recipe } from './recipes.ts';
import { itemSignals } from './signals/item-signals.ts';
import { textKinds } from './signals/text-kinds.ts';

const ownSignals = itemSignals.map(({ name }) => name);

const scale = {
  cosineNone: 0,
  cosineFull: 0.6,
  maxSimNone: 0.2,
  maxSimFull: 0.5,
  cosineSpread: 0.1,
  maxSimSpread: 0.05,
};
const scored = { words: 0, vector: 0, tokens: 0 };
const aCandidate = (about: Partial<Candidate> = {}): Candidate => ({
  id: 'a',
  textKind: 'message',
  ...about,
  scores: { ...scored, ...about.scores },
});
const order = (candidates: Candidate[], recipe: Recipe = recipes.fused) =>
  rankCandidates(candidates, recipe, scale).map(({ id }) => id);

const candidateArbitrary = fc.record({
  id: fc.uuid(),
  textKind: fc.constantFrom(...textKinds),
  scores: fc.record({
    words: fc.double({ min: 0, max: 1, noNaN: true }),
    vector: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
    tokens: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
  }),
});
const severalOf = <One extends { id: string }>(one: fc.Arbitrary<One>) =>
  fc.uniqueArray(one, { selector: ({ id }) => id, minLength: 1, maxLength: 20 });
const inTurn = (candidates: readonly Candidate[], apart = 1): Candidate[] =>
  candidates.map((candidate, at) => (candidate.session ? { ...candidate, turn: at * apart } : candidate));
const candidatesArbitrary = severalOf(candidateArbitrary);
const inSessionsArbitrary = severalOf(
  fc
    .tuple(candidateArbitrary, fc.constantFrom(undefined, 'one', 'other'))
    .map(([candidate, session]) => ({ ...candidate, session })),
);

it('puts what both retrievers like first', () => {
  const both = aCandidate({ id: 'both', scores: { words: 0.6, vector: 0.5, tokens: 0.5 } });
  const words = aCandidate({ id: 'words', scores: { words: 0.6, vector: 0.1, tokens: 0.2 } });
  const vectors = aCandidate({ id: 'vectors', scores: { words: 0, vector: 0.5, tokens: 0.45 } });

  expect(order([words, vectors, both])[0]).toBe('both');
});

it('keeps the nearest first among those that all lie below the scale of the model', () => {
  const far = aCandidate({ id: 'a', scores: { vector: -0.4, tokens: 0.05 } });
  const near = aCandidate({ id: 'b', scores: { vector: -0.1, tokens: 0.1 } });

  expect(order([far, near])).toEqual(['b', 'a']);
});

it('lets an answer take over what its question matched', () => {
  const answer = aCandidate({
    id: 'answer',
    scores: { words: 0, vector: 0.2, tokens: 0.4 },
    precedingQuestion: { words: 0.8, vector: 0.7, tokens: 0.4 },
  });
  const stray = aCandidate({ id: 'stray', scores: { words: 0.1, vector: 0.2, tokens: 0.4 } });

  expect(order([stray, answer])).toEqual(['answer', 'stray']);
});

it('lifts the named speaker by at most the weight of the signal', () => {
  const [lifted] = rankCandidates([aCandidate({ signals: { speaker: 1 } })], recipes.fused, scale);

  expect(lifted!.parts).toContainEqual({ signal: 'speaker', value: 1, weight: 0.15, points: 0.15 });
});

it('does not push down an item that waits for its vector', () => {
  const waiting = aCandidate({ id: 'waiting', scores: { words: 0.5, vector: undefined, tokens: undefined } });
  const embedded = aCandidate({ id: 'embedded', scores: { words: 0.2, vector: 0.4, tokens: 0.4 } });
  const far = aCandidate({ id: 'far', scores: { words: 0, vector: 0.1, tokens: 0.1 } });

  expect(order([far, embedded, waiting])).toEqual(['embedded', 'waiting', 'far']);
});

it('orders by words alone under the words recipe', () => {
  const worded = aCandidate({ id: 'worded', scores: { words: 0.5, vector: -1, tokens: -1 } });
  const meant = aCandidate({ id: 'meant', scores: { words: 0.4, vector: 1, tokens: 1 } });

  expect(order([meant, worded], recipes.words)).toEqual(['worded', 'meant']);
});

it('gives the same order whatever the order of arrival', () => {
  fc.assert(
    fc.property(candidatesArbitrary, (candidates) => {
      expect(order([...candidates].reverse())).toEqual(order(candidates));
    }),
  );
});

it('gives each candidate what it would get among the turns of its session, so that nothing else found reorders an answer', () => {
  fc.assert(
    fc.property(
      inSessionsArbitrary.map((some) => inTurn(some)),
      (candidates) => {
        for (const ranked of rankCandidates(candidates, recipes.fused, scale)) {
          const { session } = candidates.find(({ id }) => id === ranked.id)!;
          const near = candidates.filter((one) => one.id === ranked.id || (session && one.session === session));
          expect(rankCandidates(near, recipes.fused, scale)).toContainEqual(ranked);
        }
      },
    ),
  );
});

it('lifts a hit by what the two best other turns of its session are worth, those more than ten away by half, and never lowers one', () => {
  const recipe = { ...recipes.fused, signals: { ...recipes.fused.signals, continuation: 0 } };
  const unit = (value: number) => Math.min(1, Math.max(0, value));
  const people = fc.tuple(inSessionsArbitrary, fc.constantFrom(1, 5)).map(([some, apart]) => inTurn(some, apart));
  fc.assert(
    fc.property(fc.oneof(inSessionsArbitrary, people), (candidates: Candidate[]) => {
      const lone = candidates.map((candidate) => ({ ...candidate, session: undefined }));
      const worth = new Map(rankCandidates(lone, recipe, scale).map((ranked) => [ranked.id, ranked.rankScore]));
      for (const { id, rankScore } of rankCandidates(candidates, recipe, scale)) {
        const { session, turn = 0 } = candidates.find((one) => one.id === id)!;
        const others = candidates.filter((one) => one.id !== id && session && one.session === session);
        const [best = 0, second = 0] = others
          .map((one) => unit(worth.get(one.id)!) / (Math.abs((one.turn ?? 0) - turn) > 10 ? 2 : 1))
          .sort((a, b) => b - a);
        expect(rankScore - worth.get(id)!).toBeCloseTo((recipe.signals.session * (best + second)) / 2, 10);
      }
    }),
  );
});

it('counts a memory to the place in the session where what it was made from was said', () => {
  const turn = aCandidate({ id: 'turn', scores: { words: 0.6, vector: 0.5, tokens: 0.5 }, session: 's' });
  const memory = (sourceLinks: Candidate[]) =>
    aCandidate({ id: 'memory', textKind: 'short-memory', scores: { words: 0.3 }, sourceLinks });
  const liftOf = (candidates: Candidate[]) =>
    rankCandidates(candidates, recipes.fused, scale)
      .find(({ id }) => id === 'memory')!
      .parts.find(({ signal }) => signal === 'session');

  expect(liftOf([turn, memory([aCandidate({ id: 'source', session: 's' })])])!.points).toBeGreaterThan(0);
  expect(liftOf([turn, memory([aCandidate({ id: 'source', session: 'other' })])])).toBeUndefined();
  expect(liftOf([turn, memory([])])).toBeUndefined();

  const madeFromTurn = (at: number) => memory([aCandidate({ id: 'source', session: 's', turn: at })]);
  const [near, far] = [15, 16].map((at) => liftOf([{ ...turn, turn: 5 }, madeFromTurn(at)])!.points);
  expect(far).toBeCloseTo(near! / 2, 10);
});

it('does not lend on what a turn has from its session itself', () => {
  const turn = aCandidate({ id: 'turn', scores: { words: 0.6 }, session: 's' });
  const other = aCandidate({ id: 'other', scores: { words: 0.3 }, session: 's' });
  const scoreOf = (candidates: Candidate[]) =>
    rankCandidates(candidates, recipes.fused, scale).find(({ id }) => id === 'turn')!.rankScore;

  expect(scoreOf([turn, { ...other, signals: { coverage: 1 } }])).toBe(scoreOf([turn, other]));
});

it('lifts what goes on after a reaction by what the best turn two or three before it is worth alone, and nothing else', () => {
  const recipe = { ...recipes.fused, signals: { ...recipes.fused.signals, session: 0 } };
  const unit = (value = 0) => Math.min(1, Math.max(0, value));
  fc.assert(
    fc.property(inSessionsArbitrary, (candidates) => {
      const worth = new Map(rankCandidates(candidates, recipe, scale).map((ranked) => [ranked.id, ranked.rankScore]));
      const turns = inTurn(candidates);
      for (const { id, rankScore } of rankCandidates(turns, recipe, scale)) {
        const at = turns.findIndex((one) => one.id === id);
        const begun = [turns[at - 2], turns[at - 3]].filter(
          (one) => turns[at]!.session && one?.session === turns[at]!.session,
        );
        const lift = recipe.signals.continuation * Math.max(0, ...begun.map((one) => unit(worth.get(one!.id))));
        expect(rankScore - worth.get(id)!).toBeCloseTo(lift, 10);
      }
    }),
  );
});

it('keeps score between 0 and 1', () => {
  fc.assert(
    fc.property(candidatesArbitrary, (candidates) => {
      for (const { score } of rankCandidates(candidates, recipes.fused, scale)) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it('moves a hit by at most the weight of a signal', () => {
  fc.assert(
    fc.property(candidatesArbitrary, fc.constantFrom(...ownSignals), (candidates, signal) => {
      const [first, ...rest] = candidates;
      const scoreOf = (signals: Candidate['signals']) =>
        rankCandidates([{ ...first!, signals }, ...rest], recipes.fused, scale).find(({ id }) => id === first!.id)!
          .rankScore;
      const moved = scoreOf({ [signal]: 1 }) - scoreOf({});
      expect(moved).toBeCloseTo(recipes.fused.signals[signal], 10);
    }),
  );
});

it('moves one hit only, and by the strength of a signal times its weight', () => {
  const strength = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(candidatesArbitrary, fc.constantFrom(...ownSignals), strength, (candidates, signal, value) => {
      const [first, ...rest] = candidates;
      const scoresWith = (signals: Candidate['signals']) =>
        new Map(
          rankCandidates([{ ...first!, signals }, ...rest], recipes.fused, scale).map(({ id, rankScore }) => [
            id,
            rankScore,
          ]),
        );
      const [before, after] = [scoresWith({}), scoresWith({ [signal]: value })];

      expect(after.get(first!.id)! - before.get(first!.id)!).toBeCloseTo(value * recipes.fused.signals[signal], 10);
      expect(rest.map(({ id }) => after.get(id))).toEqual(rest.map(({ id }) => before.get(id)));
    }),
  );
});

it('lifts a hit by what the best of its source links is worth alone, at most by the weight of the signal, and moves no other', () => {
  fc.assert(
    fc.property(candidatesArbitrary, fc.array(candidateArbitrary, { maxLength: 4 }), (candidates, derived) => {
      const [first, ...rest] = candidates;
      const scoresWith = (derivedFrom: Candidate[]) =>
        new Map(
          rankCandidates([{ ...first!, sourceLinks: derivedFrom }, ...rest], recipes.fused, scale).map(
            ({ id, rankScore }) => [id, rankScore],
          ),
        );
      const best = Math.max(0, ...rankCandidates(derived, recipes.fused, scale).map(({ rankScore }) => rankScore));
      const [before, after] = [scoresWith([]), scoresWith(derived)];

      const lift = recipes.fused.signals.lineage * Math.min(1, best);
      expect(after.get(first!.id)! - before.get(first!.id)!).toBeCloseTo(lift, 10);
      expect(rest.map(({ id }) => after.get(id))).toEqual(rest.map(({ id }) => before.get(id)));
    }),
  );
});

it('explains every point of the rank score', () => {
  fc.assert(
    fc.property(candidatesArbitrary, (candidates) => {
      for (const { rankScore, parts } of rankCandidates(candidates, recipes.fused, scale)) {
        expect(parts.reduce((total, { points }) => total + points, 0)).toBeCloseTo(rankScore, 10);
      }
    }),
  );
});

it('corrects a long turn for the best of its many passages, and leaves one passage as it is', () => {
  const short = aCandidate({ id: 'short', scores: { vector: 0.5, tokens: 0.4 } });
  const long = aCandidate({ id: 'long', scores: { vector: 0.52, tokens: 0.42 }, passages: 8 });
  const floor = aCandidate({ id: 'floor' });

  expect(order([short, long, floor])).toEqual(['short', 'long', 'floor']);
  expect(order([short, { ...long, passages: 1 }, floor])).toEqual(['long', 'short', 'floor']);
  expect(order([short, { ...long, passages: undefined }, floor])).toEqual(['long', 'short', 'floor']);
});

describe('with a model that gives no token vectors', () => {
  const recipe = recipeOver(recipes.fused, new Set(['words', 'vector']));
  const withoutTokens = (id: string, words: number, vector: number): Candidate => ({
    ...aCandidate({ id }),
    scores: { words, vector },
  });

  it('shares what late interaction weighs among words and vector, as they stand to each other', () => {
    for (const kind of textKinds) {
      const [before, after] = [recipes.fused.weights[kind], recipe.weights[kind]];
      expect(after['tokens']).toBe(0);
      expect(after['words']! + after['vector']!).toBeCloseTo(1, 10);
      expect(after['words']! / after['vector']!).toBeCloseTo(before.words / before.vector, 10);
    }
  });

  it('puts the same meaning in other words above two fifths of the words', () => {
    const ranked = rankCandidates([withoutTokens('words', 0.4, 0), withoutTokens('meaning', 0, 0.6)], recipe, scale);

    expect(ranked.map(({ id }) => id)).toEqual(['meaning', 'words']);
    expect(ranked[0]!.parts.map(({ signal }) => signal)).toEqual(['words', 'vector']);
  });
});

it('leaves a recipe as it is where every score exists that it weighs', () => {
  expect(recipeOver(recipes.fused, new Set(['words', 'vector', 'tokens', 'graph'])).weights).toEqual(
    recipes.fused.weights,
  );
  expect(recipeOver(recipes.words, new Set(['words'])).weights).toEqual(recipes.words.weights);
});

it('weighs a score that it knows nothing of as it is, and takes its absence for 0', () => {
  const weights = { ...recipes.fused.weights, message: { words: 0.2, vector: 0.2, tokens: 0.4, graph: 0.2 } };
  const [near, far] = rankCandidates(
    [aCandidate({ id: 'far', scores: { words: 0.5 } }), aCandidate({ id: 'near', scores: { words: 0.5, graph: 1 } })],
    { ...recipes.fused, weights },
    scale,
  );

  expect(near).toMatchObject({ id: 'near', rankScore: far!.rankScore + 0.2 });
  expect(near!.score).toBeCloseTo(far!.score + 0.2, 10);
});
