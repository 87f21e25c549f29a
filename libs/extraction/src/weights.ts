import type { ExtractedKind } from './extracted.ts';
import type { Mark } from './marks.ts';

/** The version of the extractor. Extractions under an older version are made again. */
export const EXTRACTOR_VERSION = 1;

type Weights = Readonly<Partial<Record<Mark, number>>>;
interface KindWeights {
  readonly bias: number;
  /** The least certainty, 0 to 1, of a proposal of this kind. */
  readonly threshold: number;
  readonly marks: Weights;
}

/** Weights of marks that speak against a memory of any kind. */
export const against: Weights = {
  ...{ asks: -6, requesting: -3, narrating: -3, praise: -2.5, thanking: -1, joking: -1, longing: -1 },
  ...{ hedging: -0.8, supposing: -1.2, short: -1.2, aboutYou: -2, toYou: -0.5, hearsay: -0.5, vague: -0.5 },
};

/** Weights of marks by kind: logits, added to the bias. */
export const weightsByKind: Readonly<Record<ExtractedKind, KindWeights>> = {
  decision: {
    bias: -4,
    threshold: 0.5,
    marks: { decided: 5, goingWith: 4.5, choosing: 3.5, overOther: 1.2, plan: 2, causing: 0.5, code: 0.5, name: 0.3 },
  },
  rule: {
    bias: -4,
    threshold: 0.5,
    marks: {
      ...{ always: 5.5, alwaysInside: 4.5, fromNowOn: 4, whenever: 1.5, mustNot: 4, must: 2.5, dont: 3.2, ensure: 3 },
      ...{ standingScope: 1.2, code: 0.7, oneOff: -2, self: -0.3, causing: 0.3 },
    },
  },
  correction: {
    bias: -4.5,
    threshold: 0.5,
    marks: { correcting: 3.5, notButIs: 2.2, stating: 1, number: 0.6, code: 0.6, name: 0.5 },
  },
  preference: {
    bias: -4,
    threshold: 0.5,
    marks: { prefer: 5, likes: 3.4, wantsIt: 2.4, overOther: 1, long: 0.4, self: 0.3 },
  },
  lesson: {
    bias: -4.2,
    threshold: 0.5,
    marks: { turnedOut: 4, failing: 1.7, causing: 1.4, code: 0.6, long: 0.3, number: 0.2 },
  },
  goal: {
    bias: -4,
    threshold: 0.5,
    marks: { willDo: 2, aims: 2.8, byDate: 2, time: 0.5, self: 0.3, long: 0.3, name: 0.3 },
  },
  relation: {
    bias: -3,
    threshold: 0.5,
    marks: { relation: 5, code: 0.5, decided: -2, always: -2, mustNot: -1, turnedOut: -2 },
  },
  fact: {
    bias: -3,
    threshold: 0.5,
    marks: {
      ...{ stating: 0.8, ownPresent: 1, ownPast: 1.4, ownFamily: 0.8, timed: 0.8, time: 0.3, number: 0.7, name: 0.7 },
      ...{ code: 1, long: 0.7, self: 0.4 },
    },
  },
};
