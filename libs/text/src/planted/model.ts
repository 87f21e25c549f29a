import { fittedModel } from './fitted-model.ts';

/** Weights of the wording are written as one character each, in 64 steps around none. */
const LEVELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NONE = LEVELS.length / 2;

/** The fitted weights, and the score from which a text counts as planted. */
export const plantedModel = {
  bias: fittedModel.bias,
  threshold: fittedModel.threshold,
  inputs: fittedModel.inputs,
  wording: Float32Array.from(fittedModel.levels, (level) => (LEVELS.indexOf(level) - NONE) * fittedModel.step),
};

/** Writes weights of the wording, rounded to steps. */
export function writeLevels(weights: readonly number[], step: number): string {
  const level = (weight: number) => Math.min(LEVELS.length - 1, Math.max(0, Math.round(weight / step) + NONE));
  return weights.map((weight) => LEVELS[level(weight)]).join('');
}
