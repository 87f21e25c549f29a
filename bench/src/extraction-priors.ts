import type { ExtractedKind, Mark } from '@cairn/extraction';

type Prior = Readonly<Partial<Record<Mark, number>>>;

/** Weights from which a fit begins, and to which it returns where the labelled sets say nothing: knowledge of English. */
export const kindPriors: Readonly<Record<ExtractedKind, Prior>> = {
  decision: {
    decided: 3,
    goingWith: 3,
    choosing: 2.5,
    overOther: 0.5,
    plan: 1.5,
    insteadOf: 1,
    offered: 1,
    confirmed: 0.7,
    otherNumber: -0.3,
  },
  rule: {
    ...{ always: 3.5, alwaysInside: 2.5, fromNowOn: 3, whenever: 1, mustNot: 2.5, must: 1.5, dont: 2.2, ensure: 2 },
    ...{
      standingScope: 0.7,
      conditional: 0.7,
      habit: 0.7,
      duty: 1,
      oneOff: -1,
      refusing: 0.7,
      generic: 1.5,
      politeRule: 1.5,
      ...{ ownPast: -1.5, past: -1, ofSelf: -1.5, feeling: -0.7 },
    },
  },
  correction: { correcting: 2.5, notButIs: 1.7, changed: 1, wrongSource: 1.7, number: 0.4, otherNumber: 1 },
  preference: { prefer: 4, likes: 2.2, wantsIt: 1.7, overOther: 0.3, styleOf: 1.7 },
  lesson: { turnedOut: 2.5, failing: 1.2, causing: 0.7, learnt: 2, ownPast: 0.3, confirmed: 0.5 },
  goal: { willDo: 1.7, aims: 2, byDate: 1.7, promised: 2, time: 0.3, ownPast: -1.2, timed: -0.5, feeling: -0.7 },
  relation: { relation: 4, looseRelation: 0.7, ownership: 2, name: 0.5 },
  fact: {
    stating: 0.7,
    ownPresent: 0.8,
    ownPast: 1,
    ownFamily: 0.7,
    timed: 0.5,
    number: 0.3,
    code: 0.3,
    past: 0.5,
    feeling: 0.3,
  },
};

export const worthPriors: Prior = {
  ...{
    asks: -3,
    requesting: -1,
    narrating: -1,
    praise: -1,
    thanking: -0.5,
    joking: -0.7,
    longing: -0.5,
    imagining: -1,
  },
  ...{ hedging: -0.4, wondering: -0.7, studying: -0.5, resolving: -0.5, supposing: -0.5, going: -1, chatting: -0.5 },
  ...{
    hearsay: -0.2,
    prefer: 2.5,
    always: 2.5,
    fromNowOn: 2.5,
    decided: 2.2,
    goingWith: 1.5,
    mustNot: 1.7,
    correcting: 1,
  },
  ...{ turnedOut: 2, relation: 1.5, promised: 1.3, aims: 0.8, picked: 4, agrees: 0.3 },
  ...{ feeling: -0.7, showing: -1, needingHelp: -0.7, leans: -0.3 },
};
