import type { Ranked } from './signals/candidate.ts';
import { liftGraphAnswers, liftMemories, liftPersons, liftPreferredMode } from './preference.ts';

const hit = (id: string, score: number, rankScore = score): Ranked => ({
  id,
  score,
  rankScore,
  parts: [{ signal: 'words', value: rankScore, weight: 1, points: rankScore }],
});

const isDecision = (id: string) => id.startsWith('decision');
const order = (ranked: readonly Ranked[]) => liftPreferredMode(ranked, isDecision).map(({ id }) => id);

it('puts a preferred hit before every other whose score is less than .3 better', () => {
  const ranked = [hit('fact 1', 0.6), hit('fact 2', 0.55), hit('decision 1', 0.46), hit('fact 3', 0.3)];

  expect(order(ranked)).toEqual(['decision 1', 'fact 1', 'fact 2', 'fact 3']);
});

it('leaves one where it is that others beat by more', () => {
  const ranked = [hit('fact 1', 0.78), hit('fact 2', 0.7), hit('decision 1', 0.46)];

  expect(order(ranked)).toEqual(['fact 1', 'decision 1', 'fact 2']);
});

it('carries none past a hit that it must not pass by one before it that it may pass', () => {
  const ranked = [hit('fact 1', 0.5, 0.9), hit('fact 2', 0.78, 0.8), hit('fact 3', 0.6, 0.7), hit('decision 1', 0.46)];

  expect(order(ranked)).toEqual(['fact 1', 'fact 2', 'decision 1', 'fact 3']);
});

it('goes by the score also where signals had put the other far ahead', () => {
  expect(order([hit('fact', 0.5, 1.1), hit('decision', 0.45, 0.45)])).toEqual(['decision', 'fact']);
});

it('keeps the order among the preferred, and accounts for the lift in the parts', () => {
  const ranked = [hit('fact', 0.6), hit('decision 1', 0.55), hit('decision 2', 0.5)];

  const preferred = liftPreferredMode(ranked, isDecision);

  expect(preferred.map(({ id }) => id)).toEqual(['decision 1', 'decision 2', 'fact']);
  for (const { rankScore, parts } of preferred)
    expect(parts.reduce((total, { points }) => total + points, 0)).toBeCloseTo(rankScore, 10);
});

describe('what is kept, before chat', () => {
  const isKept = (id: string) => id.startsWith('decision') || id.startsWith('note');
  const kept = (...ranked: readonly Ranked[]) => liftMemories(ranked, isKept).map(({ id }) => id);

  it.each([
    ['what answers as well stands first, however far the session lifts the chat', 0.9, 0.93, 'decision'],
    ['what answers worse stays below', 0.7, 0.95, 'chat'],
    ['what hardly fits stays below', 0.3, 0.32, 'chat'],
  ])('%s', (_, score, chat, first) => {
    expect(kept(hit('chat', chat, 1.8), hit('decision', score, 0.4))[0]).toBe(first);
  });

  it('keeps short lines beside the right message out of the first places', () => {
    const ranked = [hit('chat 1', 0.95, 1.6), hit('chat 2', 0.3, 1.2), hit('chat 3', 0.2, 1.1), hit('note', 0.6, 0.7)];

    expect(kept(...ranked)).toEqual(['chat 1', 'note', 'chat 2', 'chat 3']);
  });

  it('changes nothing where there is only one of the two', () => {
    expect(kept(hit('chat 1', 0.6), hit('chat 2', 0.5))).toEqual(['chat 1', 'chat 2']);
    expect(kept(hit('note 1', 0.6), hit('note 2', 0.5))).toEqual(['note 1', 'note 2']);
  });
});

describe('what states the answer of the graph', () => {
  const ordered = (ranked: readonly Ranked[]) => liftGraphAnswers(ranked, isDecision).map(({ id }) => id);

  it('stands before all that is not better by .3, in its own order', () => {
    expect(ordered([hit('fact', 0.6), hit('decision 1', 0.35), hit('decision 2', 0.31)])).toEqual([
      'decision 1',
      'decision 2',
      'fact',
    ]);
  });

  it('stays behind what is better by more', () => {
    expect(ordered([hit('fact 1', 0.8), hit('fact 2', 0.5), hit('decision 1', 0.4)])).toEqual([
      'fact 1',
      'decision 1',
      'fact 2',
    ]);
  });
});

it('puts a person, where one is asked for, before what is less than .3 better, but a distant one before nothing', () => {
  const ranked = [hit('fact 1', 0.9), hit('fact 2', 0.54), hit('person 1', 0.32), hit('person 2', 0.26)];
  const isPerson = (id: string) => id.startsWith('person');

  const ordered = liftPersons(ranked, isPerson).map(({ id }) => id);

  expect(ordered).toEqual(['fact 1', 'person 1', 'fact 2', 'person 2']);
});

it('lifts three persons, and not every one of many', () => {
  const ranked = [hit('fact', 0.5), ...[1, 2, 3, 4].map((at) => hit(`person ${at}`, 0.5 - at / 100))];

  const ordered = liftPersons(ranked, (id) => id.startsWith('person')).map(({ id }) => id);

  expect(ordered).toEqual(['person 1', 'person 2', 'person 3', 'fact', 'person 4']);
});
