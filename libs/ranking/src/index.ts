export { maxSim, type SignBits, type WeightedTokens } from './max-sim.ts';
export { modeFit } from './modes.ts';
export { rank, type Candidate, type Part, type Ranked, type SimilarityScale } from './rank.ts';
export { recipes, signalNames, textKindOf, textKinds, type Recipe, type SignalName, type TextKind } from './recipes.ts';
