export { answerLength } from './answer-length.ts';
export { confidenceOf, isForeign, topicalityOf } from './confidence.ts';
export { maxSim, type SignBits, type WeightedTokens } from './max-sim.ts';
export { modeFit } from './modes.ts';
export { rank, type Candidate, type Lender, type Part, type Ranked, type SimilarityScale } from './rank.ts';
export { signals, timeReach, type Facts, type Question } from './signals.ts';
export {
  ownSignals,
  recipes,
  signalNames,
  textKindOf,
  textKinds,
  type Recipe,
  type SignalName,
  type TextKind,
} from './recipes.ts';
