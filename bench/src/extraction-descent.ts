/** Statement as a list of columns with their values. */
export interface Example {
  readonly columns: readonly number[];
  readonly values: readonly number[];
  readonly weight: number;
}

/** Weight of each column. */
export type Weights = Float64Array;

export const BIAS = '*';
const WIDTH = 512;
const columnByName = new Map<string, number>();

export const columns = (): ReadonlyMap<string, number> => columnByName;

export function columnOf(name: string): number {
  const column = columnByName.get(name) ?? columnByName.size;
  if (column >= WIDTH) throw new RangeError(`There are more than ${WIDTH} features.`);
  columnByName.set(name, column);
  return column;
}

export const noWeights = (): Weights => new Float64Array(WIDTH);

export function weightsOf(named: Readonly<Record<string, number>>): Weights {
  const weights = noWeights();
  for (const [name, value] of Object.entries(named)) weights[columnOf(name)] = value;
  return weights;
}

const STEPS = 400;
const RATE = 0.03;
const MEMORY = 0.9;

/** Fits a multinomial logistic model by gradient descent, pulled to its priors. The last of two classes stays at zero. */
export function descend(
  examples: readonly (Example & { readonly target: number })[],
  priors: readonly Weights[],
  pullOf: (name: string) => number,
): Weights[] {
  const isFixed = (at: number) => priors.length === 2 && at === 1;
  const weights = priors.map((prior) => prior.slice());
  const speeds = priors.map(noWeights);
  const pulls = noWeights();
  for (const [name, column] of columnByName) pulls[column] = pullOf(name);
  for (let step = 0; step < STEPS; step++) {
    const gradients = priors.map(noWeights);
    for (const example of examples) addErrors(gradients, weights, example);
    const rate = RATE * (1 - step / STEPS);
    weights.forEach((own, at) => {
      if (isFixed(at)) return;
      for (let column = 0; column < columnByName.size; column++) {
        const slope = gradients[at]![column]! + pulls[column]! * (own[column]! - priors[at]![column]!);
        const speed = MEMORY * speeds[at]![column]! + (1 - MEMORY) * slope * slope;
        speeds[at]![column] = speed;
        own[column]! -= (rate * slope) / (Math.sqrt(speed) + 1e-6);
      }
    });
  }
  return weights;
}

function addErrors(
  gradients: readonly Weights[],
  weights: readonly Weights[],
  example: Example & { readonly target: number },
): void {
  sharesOf(weights, example).forEach((share, at) => {
    const error = example.weight * (share - (at === example.target ? 1 : 0));
    example.columns.forEach((column, index) => (gradients[at]![column]! += error * example.values[index]!));
  });
}

/** Probability of each class. */
export function sharesOf(weights: readonly Weights[], { columns: own, values }: Example): number[] {
  const logits = weights.map((all) => own.reduce((sum, column, at) => sum + all[column]! * values[at]!, 0));
  const top = Math.max(...logits);
  const parts = logits.map((logit) => Math.exp(logit - top));
  const sum = parts.reduce((one, other) => one + other, 0);
  return parts.map((part) => part / sum);
}
