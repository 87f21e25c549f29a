export { answerLength } from './answer-length.ts';
export type { Candidate, Part, Ranked, Scores } from './candidate.ts';
export { confidenceOf, isForeign, topicalityOf } from './confidence.ts';
export { maxSim, type SignBits, type WeightedTokens } from './max-sim.ts';
export { COMPARED, DECLARED, newerFirst } from './newer-first.ts';
export { preferring } from './preference.ts';
export { rank } from './rank.ts';
export {
  recipeOver,
  recipes,
  signalNames,
  textKindOf,
  textKinds,
  type Recipe,
  type SignalName,
  type TextKind,
} from './recipes.ts';
export { measuredScale } from './measured-scale.ts';
export type { SimilarityScale } from './scores.ts';
export { itemSignals, strengthOf } from './signals/item-signals.ts';
export { isPreferredBy } from './signals/mode.ts';
export type { ItemFeatures, Question } from './signals/signal.ts';
export { timeReach } from './signals/time.ts';
