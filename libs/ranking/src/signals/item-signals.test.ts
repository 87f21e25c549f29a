import { categories, modes, stores } from '@cairn/contracts';
import fc from 'fast-check';
import { rankCandidates } from '../rank.ts';
import { recipes } from '../recipes.ts';
import { itemSignals, strengthOf, type ItemSignalName } from './item-signals.ts';
import type { ItemFeatures, Question } from './signal.ts';
import { timeFit, distanceToRange } from './time.ts';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 22, 12);

const aQuestion = (about: Partial<Question> = {}): Question => ({
  speakers: [],
  askedRole: null,
  expects: { time: false, number: false, name: false },
  times: [],
  mode: 'general',
  ...about,
});
const someFeatures = (about: Partial<ItemFeatures> = {}): ItemFeatures => ({
  speaker: null,
  role: 'user',
  store: null,
  category: null,
  strength: null,
  isPlaceNamed: false,
  isOfProject: false,
  time: NOON,
  questionShare: 0,
  mentions: { time: false, number: false, name: false, rule: false },
  thread: 'people',
  coverage: 0,
  ...about,
});

/** Strength of the signal with this name. */
const strength = (name: ItemSignalName, asked: Question, item: ItemFeatures) =>
  strengthOf(
    itemSignals.find((signal) => signal.name === name)!,
    asked,
    item,
  );

const time = fc.integer({ min: 0, max: 4e12 });
const range = fc
  .tuple(time, fc.integer({ min: 1, max: 400 * DAY_MS }))
  .map(([from, length]) => ({ from, to: from + length }));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const someKinds = fc.record({ time: fc.boolean(), number: fc.boolean(), name: fc.boolean() });
const name = fc.constantFrom(null, 'Ada', 'Bo');
const question: fc.Arbitrary<Question> = fc.record({
  speakers: fc.subarray(['Ada', 'Bo']),
  askedRole: fc.constantFrom('user', 'assistant', null),
  expects: someKinds,
  times: fc.array(range, { maxLength: 4 }),
  mode: fc.constantFrom(...modes),
});
const facts: fc.Arbitrary<ItemFeatures> = fc.record({
  speaker: name,
  role: fc.constantFrom('user', 'assistant', 'system', null),
  store: fc.option(fc.constantFrom(...stores)),
  category: fc.option(fc.constantFrom(...categories)),
  strength: fc.option(share),
  isPlaceNamed: fc.boolean(),
  isOfProject: fc.boolean(),
  time,
  mentionedTime: fc.option(range, { nil: undefined }),
  questionShare: share,
  mentions: fc.record({ time: fc.boolean(), number: fc.boolean(), name: fc.boolean(), rule: fc.boolean() }),
  thread: fc.constantFrom('people', 'assistant', null),
  coverage: share,
});

describe('each signal', () => {
  it('is between 0 and 1, whatever is asked and known', () => {
    fc.assert(
      fc.property(fc.constantFrom(...itemSignals), question, facts, (signal, asked, known) => {
        const value = strengthOf(signal, asked, known);
        expect(value >= 0 && value <= 1).toBe(true);
      }),
    );
  });

  it('moves a hit by at most its weight', () => {
    fc.assert(
      fc.property(fc.constantFrom(...itemSignals), question, facts, (signal, asked, known) => {
        const scoreWith = (values: object) =>
          rankCandidates(
            [{ id: 'a', textKind: 'message', scores: { words: 0.5, vector: 0.4, tokens: 0.3 }, signals: values }],
            recipes.fused,
            {
              cosineNone: 0,
              cosineFull: 0.6,
              maxSimNone: 0.2,
              maxSimFull: 0.5,
              cosineSpread: 0.1,
              maxSimSpread: 0.05,
            },
          )[0]!.rankScore;

        const moved = scoreWith({ [signal.name]: strengthOf(signal, asked, known) }) - scoreWith({});

        expect(Math.abs(moved)).toBeLessThanOrEqual(Math.abs(recipes.fused.signals[signal.name]) + 1e-12);
      }),
    );
  });

  it('says nothing of a question that asks for nothing', () => {
    const silent = ['speaker', 'time', 'answerType', 'answerName', 'firstPerson', 'mode'] as const;

    fc.assert(
      fc.property(facts, (known) => {
        expect(silent.map((signal) => strength(signal, aQuestion(), known))).toEqual([0, 0, 0, 0, 0, 0]);
      }),
    );
  });
});

describe('speaker', () => {
  it.each([
    ['Ada', 'Ada', 1],
    ['Ada', 'Bo', 0],
    ['Ada', null, 0],
    ['Ada or Bo', 'Bo', 1],
    ['', 'Ada', 0],
    ['', null, 0],
  ])('of a question that means %p is, for what %p said, %d', (meant, said, value) => {
    const speakers = meant.split(' or ').filter(Boolean);

    expect(strength('speaker', aQuestion({ speakers }), someFeatures({ speaker: said }))).toBe(value);
  });
});

describe('what people said of a memory', () => {
  it.each([
    ['nothing was said of it', 0.8, 0, 0],
    ['it is no memory', null, 0, 0],
    ['one called it wrong', 0.6, 0.286, 0],
    ['as many as count called it wrong', 0.1, 1, 0],
    ['one found it helpful', 0.85, 0, 0.25],
    ['as many as count found it helpful', 1, 0, 1],
  ])('where %s', (_, moved, doubt, proof) => {
    const known = someFeatures({ strength: moved });

    expect(strength('doubted', aQuestion(), known)).toBeCloseTo(doubt, 3);
    expect(strength('proven', aQuestion(), known)).toBeCloseTo(proof, 3);
  });
});

describe('place', () => {
  it('is whether the question names where it was said', () => {
    expect([true, false].map((isPlaceNamed) => strength('place', aQuestion(), someFeatures({ isPlaceNamed })))).toEqual(
      [1, 0],
    );
  });
});

describe('coverage', () => {
  it('is what the session or document holds of the query', () => {
    expect(strength('coverage', aQuestion(), someFeatures({ coverage: 0.7 }))).toBe(0.7);
  });
});

describe('question', () => {
  it.each([
    ['people', 0.6],
    ['assistant', 0],
    [null, 0],
  ] as const)('counts in a thread of %p as %d', (thread, value) => {
    expect(strength('question', aQuestion(), someFeatures({ thread, questionShare: 0.6 }))).toBe(value);
  });
});

const kinds = (...some: ('time' | 'number' | 'name' | 'rule')[]) => ({
  time: some.includes('time'),
  number: some.includes('number'),
  name: some.includes('name'),
  rule: some.includes('rule'),
});
const all = kinds('time', 'number', 'name', 'rule');

describe('answerType', () => {
  it.each([
    [kinds('time'), kinds('time'), 1],
    [kinds('number'), kinds('number'), 1],
    [kinds('time'), kinds('number', 'name'), 0],
    [kinds('number'), kinds('time', 'name'), 0],
    [kinds('name'), all, 0],
    [all, kinds('number'), 1],
    [all, kinds('name'), 0],
    [kinds(), all, 0],
  ])('of %j asked and %j said is %d', (expects, mentions, value) => {
    expect(strength('answerType', aQuestion({ expects }), someFeatures({ mentions }))).toBe(value);
  });

  it.each([['assistant'], [null]] as const)('counts nothing in a thread of %p', (thread) => {
    expect(strength('answerType', aQuestion({ expects: all }), someFeatures({ mentions: all, thread }))).toBe(0);
  });
});

describe('answerName', () => {
  it.each([
    [kinds('name'), kinds('name'), 1],
    [kinds('name'), kinds('time', 'number'), 0],
    [kinds('time', 'number'), all, 0],
  ])('of %j asked and %j said is %d', (expects, mentions, value) => {
    expect(strength('answerName', aQuestion({ expects }), someFeatures({ mentions }))).toBe(value);
  });

  it.each([['assistant'], [null]] as const)('counts nothing in a thread of %p', (thread) => {
    expect(strength('answerName', aQuestion({ expects: all }), someFeatures({ mentions: all, thread }))).toBe(0);
  });
});

describe('standingInstruction', () => {
  it.each([
    ['assistant', 'user', kinds('rule'), 1],
    ['assistant', 'user', kinds('time', 'number', 'name'), 0],
    ['assistant', 'assistant', kinds('rule'), 0],
    ['people', 'user', kinds('rule'), 0],
    [null, null, kinds('rule'), 0],
  ] as const)('counts in a thread of %p what a %p says, %j, as %d', (thread, role, mentions, value) => {
    expect(strength('standingInstruction', aQuestion(), someFeatures({ thread, role, mentions }))).toBe(value);
  });
});

describe('firstPerson', () => {
  it.each([
    ['user', 'user', 'assistant', 1],
    ['user', 'assistant', 'assistant', 0],
    ['assistant', 'assistant', 'assistant', 1],
    ['assistant', 'user', 'assistant', 0],
    ['user', 'user', 'people', 0],
    ['user', null, null, 0],
    [null, null, 'assistant', 0],
    [null, 'user', 'assistant', 0],
  ] as const)("of the %p's words is, for a %p in a thread of %p, %d", (askedRole, role, thread, value) => {
    expect(strength('firstPerson', aQuestion({ askedRole }), someFeatures({ role, thread }))).toBe(value);
  });
});

describe('timeFit', () => {
  const day = { from: NOON, to: NOON + DAY_MS };
  const before = (days: number) => day.from - days * DAY_MS;
  const after = (days: number) => day.to + days * DAY_MS;

  it.each([
    ['in the range', NOON + 1, 1],
    ['a day before', before(1), 1],
    ['a moment more than a day before', before(1) - 1, 0],
    ['a day after', after(1), 1],
    ['four and a half days after', after(4.5), 0.5],
    ['a week and a day after', after(8), 0],
    ['a year after', after(365), 0],
  ])('of what was said %s is %d', (_, said, value) => {
    expect(timeFit([day], { time: said })).toBeCloseTo(value, 10);
  });

  it('counts the time that a text mentions, wherever it was said', () => {
    const fitOfMentioned = (from: number, to: number) =>
      timeFit([day], { time: after(100), mentionedTime: { from, to } });

    expect(fitOfMentioned(day.from, day.to)).toBe(1);
    expect(fitOfMentioned(before(10), day.from + 1)).toBe(1);
    expect(fitOfMentioned(before(10), day.from)).toBe(0);
    expect(fitOfMentioned(day.to, after(3))).toBe(0);
  });

  it('takes the best of several ranges, and none for none', () => {
    const far = { from: before(400), to: before(399) };

    expect(timeFit([far, day], { time: after(4.5) })).toBeCloseTo(0.5, 10);
    expect(timeFit([day, far], { time: after(4.5) })).toBeCloseTo(0.5, 10);
    expect(timeFit([far, day], { time: after(100), mentionedTime: day })).toBe(1);
    expect(timeFit([], { time: NOON, mentionedTime: day })).toBe(0);
  });

  it('never gains by a range less', () => {
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 4 }), facts, (times, known) => {
        expect(timeFit(times.slice(1), known)).toBeLessThanOrEqual(timeFit(times, known));
      }),
    );
  });
});

describe('timeReach', () => {
  it('holds exactly the times of saying that fit', () => {
    const near = fc.tuple(range, fc.integer({ min: -10 * DAY_MS, max: 10 * DAY_MS }), fc.boolean());

    fc.assert(
      fc.property(near, ([named, off, isAfter]) => {
        const said = Math.max(0, (isAfter ? named.to : named.from) + off);
        const { from, to } = distanceToRange(named);

        expect(from <= said && said < to).toBe(timeFit([named], { time: said }) > 0);
      }),
    );
    const named = { from: NOON, to: NOON + DAY_MS };
    const { from, to } = distanceToRange(named);
    expect([from - 1, from, to - 1, to].map((said) => timeFit([named], { time: said }) > 0)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('does not begin before time does', () => {
    expect(distanceToRange({ from: 0, to: DAY_MS }).from).toBe(0);
  });
});
