import type { Category, DecisionMeaning, Meaning, Norm } from '@cairn/contracts';

/** A relation for display, with its names as they are written. */
interface UnderstoodRelation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly says?: 'holds' | 'ends' | 'denies' | undefined;
  /** Confidence, 0 to 1. Absent means 1. */
  readonly confidence?: number | undefined;
}

/** The meaning that the writer of a memory or an importer gave in the fields of the memory. */
export interface GivenMeaning extends Meaning {
  readonly actionTriggers?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
  readonly relations?: readonly UnderstoodRelation[] | undefined;
  readonly isByImporter: boolean;
  /** Fields that were given for an earlier text of the memory and may be out of date. */
  readonly former: ReadonlySet<keyof Meaning>;
}

/** The meaning that was read from the text. */
export interface ReadMeaning {
  /** Names of the things that the text prohibits. Undefined if it prohibits nothing. */
  readonly forbids?: readonly string[] | undefined;
  readonly instead?: string | undefined;
  readonly relations: readonly UnderstoodRelation[];
  /** The number of sentences in each part of a decision. */
  readonly parts: Readonly<Record<'reasons' | 'alternatives' | 'consequences', number>>;
}

export interface Understanding {
  readonly category: Category;
  /** Whether a person or a manager wrote the memory. Only their rules stop an action. */
  readonly isTrusted: boolean;
  readonly given: GivenMeaning;
  readonly read: ReadMeaning;
}

const LINES_MAX = 8;
const LINE_CHARS = 300;
const NAMES_MAX = 4;

/**
 * Lists short lines that tell how a memory was understood, and from which source. Empty if the memory has no meaning
 * and its category expects none.
 */
export function understoodLines(understanding: Understanding): string[] {
  const { given } = understanding;
  const lines = [
    ...ruleLines(understanding),
    ...decisionLines(understanding),
    ...(given.value === undefined
      ? []
      : [`fact: ${[given.subject, given.attribute].join(' ')} is ${given.value} ${describeSource(given, 'value')}`]),
    ...graphLines(understanding),
  ];
  const all = [...lines, ...hintsFor(understanding, lines)].map(toOneLine);
  return all.length <= LINES_MAX ? all : [...all.slice(0, LINES_MAX - 1), `and ${all.length - LINES_MAX + 1} more`];
}

/** Maps a category to the line that its memories should have, and the hint that is given if the line is missing. */
const hintByCategory: Partial<Record<Category, { readonly line: RegExp; readonly hint: string }>> = {
  rule: { line: /^rule: /u, hint: 'give forbids if this says what must not be done' },
  decision: { line: /^decision: /u, hint: 'give decides, so that why can answer' },
  fact: { line: /./u, hint: 'give relations if this says who owns or needs what' },
  person: { line: /./u, hint: 'give relations if this says who owns or needs what' },
};

function hintsFor({ category }: Understanding, lines: readonly string[]): string[] {
  const wanted = hintByCategory[category];
  if (!wanted || lines.some((line) => wanted.line.test(line))) return [];
  return [`${lines.length === 0 ? 'nothing was read' : `no ${category} was read`}: ${wanted.hint}`];
}

function ruleLines({ category, isTrusted, given, read }: Understanding): string[] {
  const { forbids = [], instead = [], actionTriggers = [] } = given;
  const [first = '', ...others] = instead.length > 0 ? [`instead ${formatList(instead)}`] : [];
  const norms = forbids.map((norm, at) =>
    ruleLine([describeNorm(norm), ...describeBounds(norm), at === 0 ? first : ''], {
      stops: describeStop(isTrusted, norm.strength),
      by: describeSource(given, 'forbids'),
    }),
  );
  const triggers =
    actionTriggers.length > 0 ? [`rule: speaks of ${formatList(actionTriggers)} ${describeSource(given)}`] : [];
  const alone =
    forbids.length === 0 && first !== ''
      ? [`rule: ${[first, ...others].join(' ')} ${describeSource(given, 'instead')}`]
      : [];
  if (norms.length + triggers.length > 0) return [...norms, ...triggers, ...alone];
  return [...alone, ...readRuleLines({ category, isTrusted, read })];
}

function readRuleLines({
  category,
  isTrusted,
  read,
}: Pick<Understanding, 'category' | 'isTrusted' | 'read'>): string[] {
  if (category !== 'rule' || read.forbids === undefined) return [];
  const isNamed = read.forbids.length > 0;
  const stops = isNamed ? describeStop(isTrusted, 'must').replace('yes', 'as typed') : 'no, it names nothing as typed';
  const what = isNamed ? `forbids ${formatList(read.forbids)}` : 'forbids something';
  return [
    ruleLine([what, read.instead === undefined ? '' : `instead ${read.instead}`], { stops, by: '(read from English)' }),
  ];
}

const ruleLine = (parts: readonly string[], { stops, by }: { readonly stops: string; readonly by: string }): string =>
  `rule: ${[...parts.filter((part) => part !== ''), `stops: ${stops}`].join(' | ')} ${by}`;

/**
 * Lists in full, a line each, what binds beside the text of a memory, for a person who confirms it: `understoodLines` cuts
 * long lists, which could hide a part.
 */
export const normLines = ({
  forbids = [],
  instead = [],
  actionTriggers = [],
}: Pick<GivenMeaning, 'forbids' | 'instead' | 'actionTriggers'>): string[] => [
  ...forbids.map((norm) =>
    [describeNorm(norm, listWhole), ...describeBounds(norm, listWhole), strengthOf(norm)].filter(Boolean).join(' | '),
  ),
  ...instead.map((text) => `instead ${text}`),
  ...(actionTriggers.length > 0 ? [`speaks of ${listWhole(actionTriggers)}`] : []),
];

const listWhole = (texts: readonly string[]): string => texts.join(', ');
const strengthOf = ({ strength }: Norm): string => (strength === 'must' ? '' : strength);

const describeNorm = ({ verbs = [], names = [], words = [] }: Norm, list = formatList): string =>
  ['forbids', verbs.length > 0 ? verbs.join('/') : '', list([...names, ...words])].filter(Boolean).join(' ');

/** Describes the places, environments and other bounds of a norm. */
function describeBounds(
  { within = [], environments = [], without = [], except = [], number }: Norm,
  list = formatList,
): string[] {
  const bounds: [string, readonly string[]][] = [
    ['in', environments],
    ['within', within],
    ['without', without],
    ['except', except],
  ];
  const numbers = Object.entries(number ?? {}).map(([side, bound]) => `${side} ${String(bound)}`);
  return [
    ...bounds.filter(([, texts]) => texts.length > 0).map(([word, texts]) => `${word} ${list(texts)}`),
    ...numbers,
  ];
}

/** Tells whether a norm stops an action, and if not, the reason. */
function describeStop(isTrusted: boolean, strength: Norm['strength']): string {
  if (strength !== 'must') return `no, ${strength}`;
  return isTrusted ? 'yes' : 'no, not written or confirmed here by a person or manager';
}

const decisionParts = {
  reasons: ['reason', 'reasons'],
  alternatives: ['alternative', 'alternatives'],
  consequences: ['consequence', 'consequences'],
} as const;
type Part = keyof typeof decisionParts;
const partNames = Object.keys(decisionParts) as Part[];

function decisionLines({ category, given, read }: Understanding): string[] {
  const { decides } = given;
  if (decides) {
    const reverses = decides.reverses === undefined ? [] : [`reverses ${decides.reverses}`];
    return [
      `decision: ${[...describeCounts(countsOf(decides)), ...reverses].join(', ')} ${describeSource(given, 'decides')}`,
    ];
  }
  const found = describeCounts(read.parts);
  return category === 'decision' && found.length > 0 ? [`decision: ${found.join(', ')} (read from English)`] : [];
}

const countsOf = (decides: DecisionMeaning): Record<Part, number> => ({
  reasons: decides.reasons?.length ?? 0,
  alternatives: decides.alternatives?.length ?? 0,
  consequences: decides.consequences?.length ?? 0,
});

const describeCounts = (of: Readonly<Record<Part, number>>): string[] =>
  partNames.filter((part) => of[part] > 0).map((part) => `${of[part]} ${decisionParts[part][of[part] === 1 ? 0 : 1]}`);

function graphLines({ given, read }: Understanding): string[] {
  const declared = given.relations ?? [];
  const known = new Set(declared.map((relation) => relationIn(relation).toLowerCase()));
  const others = read.relations.filter((relation) => !known.has(relationIn(relation).toLowerCase()));
  return [
    ...declared.map((relation) => `graph: ${relationIn(relation)} ${describeSource(given)}`),
    ...others.map(
      (relation) => `graph: ${relationIn(relation)} (read from English, ${formatConfidence(relation.confidence ?? 1)})`,
    ),
  ];
}

/** Formats a relation without the types of its ends: `team:Payments owns service:ledger` becomes `Payments owns ledger`. */
function relationIn({ from, type, to, says = 'holds' }: UnderstoodRelation): string {
  const ends = { holds: '', ends: ', no longer', denies: ', denied' }[says];
  return `${nameIn(from)} ${type.replaceAll('_', ' ')} ${nameIn(to)}${ends}`;
}

const nameIn = (end: string): string => end.replace(/^[a-z]+:(?!\/)/u, '');

const formatConfidence = (value: number): string =>
  value >= 1 ? '1' : String(Number(value.toFixed(2))).replace(/^0/u, '');

function describeSource({ isByImporter, former }: GivenMeaning, field?: keyof Meaning): string {
  if (isByImporter && field !== undefined) return '(read by an importer)';
  return field !== undefined && former.has(field) ? '(given for the former text)' : '(given)';
}

const formatList = (texts: readonly string[]): string =>
  texts.length <= NAMES_MAX
    ? texts.join(', ')
    : `${texts.slice(0, NAMES_MAX).join(', ')} and ${texts.length - NAMES_MAX} more`;

function toOneLine(text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS - 1).toWellFormed()}…`;
}
