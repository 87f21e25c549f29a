/** A tokenised text with its vector by the model in floats. */
export interface Probe {
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

/**
 * Least cosine with the golden vectors that a sound 8-bit form reaches. Healthy processors reach .98 and more; a
 * processor whose products saturate stays below this bound.
 */
const SELF_TEST_FLOOR = 0.97;

export interface SoundForm<Form, Model> {
  readonly form: Form;
  readonly model: Model;
  /** The lowest cosine over the probes. */
  readonly agreement: number;
}

/**
 * Returns the first form whose vectors agree with the golden vectors. Throws if no form agrees, since no vectors are
 * better than wrong vectors.
 */
export async function findSoundForm<Form, Model>(
  forms: readonly Form[],
  load: (form: Form) => Promise<{ model: Model; embed: (ids: readonly number[]) => Promise<ArrayLike<number>> }>,
  probes: readonly Probe[],
): Promise<SoundForm<Form, Model>> {
  const found: string[] = [];
  for (const form of forms) {
    const { model, embed } = await load(form);
    const agreement = await lowestCosine(embed, probes);
    if (agreement >= SELF_TEST_FLOOR) return { form, model, agreement };
    found.push(`${String(form)} ${agreement.toFixed(3)}`);
  }
  throw new Error(`The bundled model fails its self-test on this processor (lowest cosine: ${found.join(', ')}).`);
}

async function lowestCosine(
  embed: (ids: readonly number[]) => Promise<ArrayLike<number>>,
  probes: readonly Probe[],
): Promise<number> {
  let lowest = 1;
  for (const probe of probes) {
    const similarity = cosineOf(await embed(probe.ids), probe.vector);
    lowest = similarity < lowest || Number.isNaN(similarity) ? similarity : lowest;
  }
  return lowest;
}

export function cosineOf(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let at = 0; at < left.length; at++) {
    product += left[at]! * right[at]!;
    leftSquares += left[at]! ** 2;
    rightSquares += right[at]! ** 2;
  }
  return product / Math.sqrt(leftSquares * rightSquares);
}
