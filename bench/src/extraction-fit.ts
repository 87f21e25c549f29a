import { writeFileSync } from 'node:fs';
import {
  closenessOf,
  extractedKinds,
  isPossibleKind,
  type Closeness,
  type Embed,
  type ExtractedKind,
  type Mark,
} from '@cairn/extraction';
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
  readonly place: string;
  readonly isTrue: boolean;
  readonly marks: ReadonlySet<Mark>;
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
  const leftOut = judgeLeftOut(examples);
  const own = new Set(sessions.map(({ id }) => id));
  printLeftOut(
    'own sessions',
    leftOut.filter(({ session }) => own.has(session)),
  );
  printLeftOut(
    'judged proposals of public sets',
    leftOut.filter(({ session }) => !own.has(session)),
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
  { session, place, isTrue = false, candidate, label, weight, kindShare = 1 }: LabelledStatement,
  closeness: Closeness,
): LabelledExample {
  const features: (readonly [string, number])[] = [
    [BIAS, 1],
    ...[...candidate.marks].map((mark) => [mark, 1] as const),
    ...extractedKinds.map((kind) => [`${CLOSENESS_SIGN}${kind}`, closeness[kind] ?? 0] as const),
  ];
  return {
    ...{
      session,
      place,
      isTrue,
      marks: candidate.marks,
      label,
      kindShare,
      hasCloseness: Object.keys(closeness).length > 0,
      weight: weight / 2,
    },
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
  readonly session: string;
  readonly certainty: number;
  readonly kind: ExtractedKind;
  readonly label: LabelledStatement['label'];
}

const FOLDS = 6;

/** Judges each session by weights that were fitted without it, and without its statements in other sets. */
function judgeLeftOut(examples: readonly LabelledExample[]): Judged[] {
  const sessions = [...new Set(examples.filter(({ isTrue }) => isTrue).map(({ session }) => session))].toSorted();
  return Array.from({ length: FOLDS }, (_, fold) => {
    const out = new Set(sessions.filter((__, at) => at % FOLDS === fold));
    const isOut = ({ session, isTrue }: LabelledExample) => isTrue && out.has(session);
    const places = new Set(examples.filter(isOut).map(({ place }) => place));
    const rest = examples.filter(({ place, session }) => !out.has(session) && !places.has(place));
    const [worth, kinds] = [fitWorth(rest), fitKinds(rest)];
    return examples
      .filter((example) => example.hasCloseness && isOut(example))
      .map((example): Judged => {
        const shares = sharesOf(kinds, example).map((share, at) =>
          isPossibleKind(extractedKinds[at]!, example.marks) ? share : 0,
        );
        const [certainty = 0] = sharesOf([worth, noWeights()], example);
        const kind = extractedKinds[shares.indexOf(Math.max(...shares))]!;
        return { session: example.session, certainty, kind, label: example.label };
      });
  }).flat();
}

const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6];

function printLeftOut(name: string, judged: readonly Judged[]): void {
  const isWorth = ({ label }: Judged) => label !== 'none';
  const all = judged.filter(isWorth).length;
  console.log(`left out, ${name}: ${judged.length} statements, ${all} worth keeping`);
  for (const threshold of THRESHOLDS) {
    const kept = judged.filter(({ certainty }) => certainty >= threshold);
    const right = kept.filter(isWorth);
    const named = right.filter(({ label }) => label !== 'worth');
    const sameKind = named.filter(({ label, kind }) => label === kind);
    const [worth, found, kind] = [right.length / kept.length, right.length / all, sameKind.length / named.length];
    console.log(
      `  from ${threshold}: ${kept.length} proposed, worth ${worth.toFixed(3)}, found ${found.toFixed(3)}, kind ${kind.toFixed(3)} of ${named.length}`,
    );
  }
  printConfusions(judged);
}

/** Pairs of the kind that the author gives and another kind that the weights give, the most frequent first. */
function printConfusions(judged: readonly Judged[]): void {
  const wrong = judged.filter(
    ({ certainty, label, kind }) => certainty >= CONFUSED_FROM && isKind(label) && label !== kind,
  );
  const pairs = Map.groupBy(wrong, ({ label, kind }) => `${label} as ${kind}`);
  const counts = [...pairs]
    .map(([pair, all]) => [pair, all.length] as const)
    .toSorted((one, other) => other[1] - one[1]);
  console.log(`  ${counts.map(([pair, count]) => `${pair} ${count}`).join(', ')}`);
}
const CONFUSED_FROM = 0.4;
const isKind = (label: LabelledStatement['label']): label is ExtractedKind => label !== 'none' && label !== 'worth';

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
