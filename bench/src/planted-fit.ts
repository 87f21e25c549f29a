import {
  isPlanted,
  plantedFeatures,
  plantedScore,
  wordingScale,
  WORDING_BUCKETS,
  writeLevels,
  type PlantedFeatures,
} from '@cairn/text';

/** Text whose author knows whether it is planted. `author` names its set; absent: plain notes that nobody wrote for this. */
export interface Labelled {
  readonly text: string;
  readonly isPlanted: boolean;
  readonly author?: string;
}

interface Example extends Labelled {
  readonly features: PlantedFeatures;
}

interface Weights {
  bias: number;
  readonly inputs: Float64Array;
  readonly wording: Float64Array;
}

/** Number of steps of each fit. */
const ROUNDS = 100;
const STEP = 0.03;
const L2 = 0.003;
/** Weight of a plain note beside a text that was written for this. */
const PLAIN_WEIGHT = 0.3;
/** Share of an unseen author's ordinary texts that may be flagged. */
const FALSE_MAX = 0.015;
const LEVEL_STEPS = 30;

/** Flags of one author's texts, by weights that were fitted to the others' texts. */
export interface HeldOut {
  readonly author: string;
  readonly planted: number;
  readonly ordinary: number;
}

/** Fits the weights to all texts. Also returns what each author's texts get from weights fitted to the other authors. */
export function fitPlanted(
  texts: readonly Labelled[],
  rounds = ROUNDS,
): { readonly heldOut: HeldOut[]; readonly file: string } {
  const examples = texts.map((text) => ({ ...text, features: plantedFeatures(text.text) }));
  const authors = [...new Set(texts.flatMap(({ author }) => author ?? []))];
  const heldOut = authors.map((author) => {
    const others = examples.filter((one) => one.author !== author);
    const threshold = thresholdOver(
      others,
      authors.filter((other) => other !== author),
      rounds,
    );
    const weights = fit(others, rounds);
    const share = (label: boolean) => {
      const own = examples.filter((one) => one.author === author && one.isPlanted === label);
      return own.filter(({ features }) => isPlanted(features, weights, threshold)).length / own.length;
    };
    return { author, planted: share(true), ordinary: share(false) };
  });
  return { heldOut, file: fileOf(fit(examples, rounds), thresholdOver(examples, authors, rounds)) };
}

/** Threshold above which few ordinary texts of an author are, by weights fitted to the other authors. */
function thresholdOver(examples: readonly Example[], authors: readonly string[], rounds: number): number {
  const scores = authors.flatMap((author) => {
    const weights = fit(
      examples.filter((one) => one.author !== author),
      rounds,
    );
    const ordinary = examples.filter((one) => one.author === author && !one.isPlanted);
    return ordinary.map(({ features }) => plantedScore(features, weights));
  });
  return scores.sort((one, other) => other - one)[Math.floor(scores.length * FALSE_MAX)]! + 1e-6;
}

/** Logistic regression by Adam over all examples at once. */
function fit(examples: readonly Example[], rounds: number): Weights {
  const inputs = examples[0]!.features.inputs.length;
  const [all, mean, square, slope] = Array.from({ length: 4 }, () => new Float64Array(1 + inputs + WORDING_BUCKETS));
  const weightsOf = (values: Float64Array): Weights => ({
    bias: values[0]!,
    inputs: values.subarray(1, 1 + inputs),
    wording: values.subarray(1 + inputs),
  });
  const weightOf = ({ author }: Example) => (author === undefined ? PLAIN_WEIGHT : 1);
  const total = examples.reduce((sum, example) => sum + weightOf(example), 0);
  for (let round = 1; round <= rounds; round += 1) {
    slope!.fill(0);
    const { inputs: inputSlopes, wording: wordSlopes } = weightsOf(slope!);
    for (const example of examples) {
      const { features } = example;
      const share = 1 / (1 + Math.exp(-plantedScore(features, weightsOf(all!))));
      const error = ((share - Number(example.isPlanted)) * weightOf(example)) / total;
      slope![0]! += error;
      features.inputs.forEach((value, at) => (inputSlopes[at]! += error * value));
      const scaled = error * wordingScale(features.wording);
      for (const bucket of features.wording) wordSlopes[bucket]! += scaled;
    }
    const step = STEP * Math.min(1, 3 * (1 - round / rounds) + 0.02);
    for (let at = 0; at < all!.length; at += 1) {
      const towards = slope![at]! + (at === 0 ? 0 : L2 * all![at]!);
      mean![at] = 0.9 * mean![at]! + 0.1 * towards;
      square![at] = 0.99 * square![at]! + 0.01 * towards * towards;
      const scale = Math.sqrt(square![at]! / (1 - 0.99 ** round)) + 1e-9;
      all![at]! -= (step * (mean![at]! / (1 - 0.9 ** round))) / scale;
    }
  }
  return weightsOf(all!);
}

function fileOf({ bias, inputs, wording }: Weights, threshold: number): string {
  const sizes = wording.map(Math.abs).sort();
  const step = sizes[Math.floor(sizes.length * 0.998)]! / LEVEL_STEPS;
  const rounded = Array.from(inputs, (value) => Number(value.toFixed(3)));
  return `/** Made by \`npm run bench:planted -- --fit\`; do not edit. */
export const fittedModel = {
  bias: ${bias.toFixed(4)},
  threshold: ${threshold.toFixed(4)},
  step: ${step.toPrecision(4)},
  inputs: [${rounded.join(', ')}],
  levels: '${writeLevels(Array.from(wording), step)}',
};
`;
}
