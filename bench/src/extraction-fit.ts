import { writeFileSync } from 'node:fs';
import { closenessOf, extractedKinds, type Closeness, type Embed, type ExtractedKind } from '@cairn/extraction';
import {
  BIAS,
  columnOf,
  columns,
  descend,
  noWeights,
  sharesOf,
  weightsOf,
  type Example,
  type Weights,
} from './extraction-descent.ts';
import { readLabelled, type LabelledStatement } from './extraction-labelled.ts';
import { kindPriors, worthPriors } from './extraction-priors.ts';
import type { JudgedSession } from './extraction-sets.ts';

export interface Fit {
  readonly sessions: readonly JudgedSession[];
  readonly data: string;
  readonly embed: Embed;
  readonly out: string;
}

interface LabelledExample extends Example {
  readonly session: string;
  readonly hasCloseness: boolean;
  readonly kindShare: number;
  readonly label: LabelledStatement['label'];
}

/**
 * Fits the weights of worth and kind to the labelled sets, prints how they do on sessions that were left out, and writes them. Each
 * statement counts with its closeness to prototypes and without, so that the weights also hold where there is no model.
 */
export async function fitWeights({ sessions, data, embed, out }: Fit): Promise<void> {
  const labelled = await readLabelled(sessions, data);
  const closeness = await closenessOf(
    labelled.map(({ candidate }) => candidate.statement.text),
    embed,
  );
  const examples = labelled.flatMap((one, at) => [exampleOf(one, closeness[at]!), exampleOf(one, {})]);
  printLeftOut(
    judgeLeftOut(
      examples,
      sessions.map(({ id }) => id),
    ),
  );
  const kinds = fitKinds(examples);
  const weights = {
    worth: readable(fitWorth(examples)),
    kinds: Object.fromEntries(extractedKinds.map((kind, at) => [kind, readable(kinds[at]!)])),
  };
  writeFileSync(out, `${JSON.stringify(weights, null, 1)}\n`);
}

const CLOSENESS_SIGN = '~';

function exampleOf(
  { session, candidate, label, weight, kindShare = 1 }: LabelledStatement,
  closeness: Closeness,
): LabelledExample {
  const features: (readonly [string, number])[] = [
    [BIAS, 1],
    ...[...candidate.marks].map((mark) => [mark, 1] as const),
    ...extractedKinds.map((kind) => [`${CLOSENESS_SIGN}${kind}`, closeness[kind] ?? 0] as const),
  ];
  return {
    ...{ session, label, kindShare, hasCloseness: Object.keys(closeness).length > 0, weight: weight / 2 },
    columns: features.map(([name]) => columnOf(name)),
    values: features.map(([, value]) => value),
  };
}

const WORTH_PULL = 1.2;
const KIND_PULL = 1.5;
const CLOSENESS_PULL = 0.3;
const pullOf = (pull: number) => (name: string) =>
  name === BIAS ? 0 : name.startsWith(CLOSENESS_SIGN) ? pull * CLOSENESS_PULL : pull;

const fitWorth = (examples: readonly LabelledExample[]): Weights =>
  descend(
    examples.map((one) => ({ ...one, target: one.label === 'none' ? 1 : 0 })),
    [weightsOf(worthPriors), noWeights()],
    pullOf(WORTH_PULL),
  )[0]!;

const fitKinds = (examples: readonly LabelledExample[]): Weights[] =>
  descend(
    examples.flatMap((one) =>
      one.label === 'none' || one.label === 'worth'
        ? []
        : [{ ...one, weight: one.weight * one.kindShare, target: extractedKinds.indexOf(one.label) }],
    ),
    extractedKinds.map((kind) => weightsOf(kindPriors[kind])),
    pullOf(KIND_PULL),
  );

interface Judged {
  readonly certainty: number;
  readonly kind: ExtractedKind;
  readonly label: LabelledStatement['label'];
}

const FOLDS = 6;

/** Judges each session by weights that were fitted without it. */
function judgeLeftOut(examples: readonly LabelledExample[], ids: readonly string[]): Judged[] {
  return Array.from({ length: FOLDS }, (_, fold) => new Set(ids.filter((__, at) => at % FOLDS === fold))).flatMap(
    (out) => {
      const rest = examples.filter(({ session }) => !out.has(session));
      const [worth, kinds] = [fitWorth(rest), fitKinds(rest)];
      return examples
        .filter(({ session, hasCloseness }) => hasCloseness && out.has(session))
        .map((example): Judged => {
          const shares = sharesOf(kinds, example);
          const [certainty = 0] = sharesOf([worth, noWeights()], example);
          return { certainty, kind: extractedKinds[shares.indexOf(Math.max(...shares))]!, label: example.label };
        });
    },
  );
}

const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6];

function printLeftOut(judged: readonly Judged[]): void {
  const isWorth = ({ label }: Judged) => label !== 'none';
  const all = judged.filter(isWorth).length;
  console.log(`left out: ${judged.length} statements, ${all} worth keeping`);
  for (const threshold of THRESHOLDS) {
    const kept = judged.filter(({ certainty }) => certainty >= threshold);
    const right = kept.filter(isWorth);
    const sameKind = right.filter(({ label, kind }) => label === kind);
    const [worth, found, kind] = [right.length / kept.length, right.length / all, sameKind.length / right.length];
    console.log(
      `  from ${threshold}: ${kept.length} proposed, worth ${worth.toFixed(3)}, found ${found.toFixed(3)}, kind ${kind.toFixed(3)}`,
    );
  }
}

/** Weights by name, rounded. */
function readable(weights: Weights) {
  const all = [...columns()].map(([name, column]) => [name, Math.round(weights[column]! * 100) / 100] as const);
  const told = all.filter(([, value]) => value !== 0);
  return {
    bias: told.find(([name]) => name === BIAS)?.[1] ?? 0,
    marks: Object.fromEntries(told.filter(([name]) => name !== BIAS && !name.startsWith(CLOSENESS_SIGN))),
    closeness: Object.fromEntries(
      told.filter(([name]) => name.startsWith(CLOSENESS_SIGN)).map(([name, value]) => [name.slice(1), value]),
    ),
  };
}
