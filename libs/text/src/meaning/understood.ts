import type { Category, DecisionMeaning, Meaning, Norm } from '@cairn/contracts';

/** A relation as its line says it: names as they are written. */
interface UnderstoodRelation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly says?: 'holds' | 'ends' | 'denies' | undefined;
  /** 0-1. Absent: 1. */
  readonly confidence?: number | undefined;
}

/** The meaning that the writer of a memory, or an importer, gave. */
export interface GivenMeaning extends Meaning {
  readonly actionTriggers?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
  readonly relations?: readonly UnderstoodRelation[] | undefined;
  readonly isByImporter: boolean;
  /** Fields that were given for a former text. */
  readonly former: ReadonlySet<keyof Meaning>;
}

/** The meaning that was read in the text. */
export interface ReadMeaning {
  /** Names that a prohibition of the text names; undefined: it prohibits nothing. */
  readonly forbids?: readonly string[] | undefined;
  readonly instead?: string | undefined;
  readonly relations: readonly UnderstoodRelation[];
  /** Sentences by the part of a decision that they tell. */
  readonly parts: Readonly<Record<'reasons' | 'alternatives' | 'consequences', number>>;
}

export interface Understanding {
  readonly category: Category;
  /** Whether a person or a manager wrote it: only their rules stop. */
  readonly isTrusted: boolean;
  readonly given: GivenMeaning;
  readonly read: ReadMeaning;
}

const LINES_MAX = 8;
const LINE_CHARS = 300;
const NAMES_MAX = 4;

/** Short lines that say how a memory was understood and from where. Empty for a memory of which nothing is expected. */
export function understoodLines(understanding: Understanding): string[] {
  const { given } = understanding;
  const lines = [
    ...ruleLines(understanding),
    ...decisionLines(understanding),
    ...(given.value === undefined
      ? []
      : [`fact: ${[given.subject, given.attribute].join(' ')} is ${given.value} ${byGiver(given, 'value')}`]),
    ...graphLines(understanding),
  ];
  const all = [...lines, ...hintsFor(understanding, lines)].map(inOneLine);
  return all.length <= LINES_MAX ? all : [...all.slice(0, LINES_MAX - 1), `and ${all.length - LINES_MAX + 1} more`];
}

/** The line that a memory of each category should have, and a hint when it is missing. */
const hints: Partial<Record<Category, { readonly line: RegExp; readonly hint: string }>> = {
  rule: { line: /^rule: /u, hint: 'give forbids if this says what must not be done' },
  decision: { line: /^decision: /u, hint: 'give decides, so that why can answer' },
  fact: { line: /./u, hint: 'give relations if this says who owns or needs what' },
  person: { line: /./u, hint: 'give relations if this says who owns or needs what' },
};

function hintsFor({ category }: Understanding, lines: readonly string[]): string[] {
  const wanted = hints[category];
  if (!wanted || lines.some((line) => wanted.line.test(line))) return [];
  return [`${lines.length === 0 ? 'nothing was read' : `no ${category} was read`}: ${wanted.hint}`];
}

function ruleLines({ category, isTrusted, given, read }: Understanding): string[] {
  const { forbids = [], instead = [], actionTriggers = [] } = given;
  const [first = '', ...others] = instead.length > 0 ? [`instead ${listed(instead)}`] : [];
  const norms = forbids.map((norm, at) =>
    ruleLine([forbidden(norm), ...boundsOf(norm), at === 0 ? first : ''], {
      stops: stopsBy(isTrusted, norm.strength),
      by: byGiver(given, 'forbids'),
    }),
  );
  const triggers = actionTriggers.length > 0 ? [`rule: speaks of ${listed(actionTriggers)} ${byGiver(given)}`] : [];
  const alone =
    forbids.length === 0 && first !== '' ? [`rule: ${[first, ...others].join(' ')} ${byGiver(given, 'instead')}`] : [];
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
  const stops = isNamed ? stopsBy(isTrusted, 'must').replace('yes', 'as typed') : 'no, it names nothing as typed';
  const what = isNamed ? `forbids ${listed(read.forbids)}` : 'forbids something';
  return [
    ruleLine([what, read.instead === undefined ? '' : `instead ${read.instead}`], { stops, by: '(read from English)' }),
  ];
}

const ruleLine = (parts: readonly string[], { stops, by }: { readonly stops: string; readonly by: string }): string =>
  `rule: ${[...parts.filter((part) => part !== ''), `stops: ${stops}`].join(' | ')} ${by}`;

const forbidden = ({ verbs = [], names = [], words = [] }: Norm): string =>
  ['forbids', verbs.length > 0 ? verbs.join('/') : '', listed([...names, ...words])].filter(Boolean).join(' ');

/** Where and when a norm holds. */
function boundsOf({ within = [], environments = [], without = [], except = [], number }: Norm): string[] {
  const bounds: [string, readonly string[]][] = [
    ['in', environments],
    ['within', within],
    ['without', without],
    ['except', except],
  ];
  const numbers = Object.entries(number ?? {}).map(([side, bound]) => `${side} ${String(bound)}`);
  return [
    ...bounds.filter(([, texts]) => texts.length > 0).map(([word, texts]) => `${word} ${listed(texts)}`),
    ...numbers,
  ];
}

/** Whether a norm can stop an action, and if not, why. */
function stopsBy(isTrusted: boolean, strength: Norm['strength']): string {
  if (strength !== 'must') return `no, ${strength}`;
  return isTrusted ? 'yes' : 'no, not written by a person or manager';
}

const parts = {
  reasons: ['reason', 'reasons'],
  alternatives: ['alternative', 'alternatives'],
  consequences: ['consequence', 'consequences'],
} as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

function decisionLines({ category, given, read }: Understanding): string[] {
  const { decides } = given;
  if (decides) {
    const reverses = decides.reverses === undefined ? [] : [`reverses ${decides.reverses}`];
    return [`decision: ${[...counts(countsOf(decides)), ...reverses].join(', ')} ${byGiver(given, 'decides')}`];
  }
  const found = counts(read.parts);
  return category === 'decision' && found.length > 0 ? [`decision: ${found.join(', ')} (read from English)`] : [];
}

const countsOf = (decides: DecisionMeaning): Record<Part, number> => ({
  reasons: decides.reasons?.length ?? 0,
  alternatives: decides.alternatives?.length ?? 0,
  consequences: decides.consequences?.length ?? 0,
});

const counts = (of: Readonly<Record<Part, number>>): string[] =>
  partNames.filter((part) => of[part] > 0).map((part) => `${of[part]} ${parts[part][of[part] === 1 ? 0 : 1]}`);

function graphLines({ given, read }: Understanding): string[] {
  const declared = given.relations ?? [];
  const known = new Set(declared.map((relation) => relationIn(relation).toLowerCase()));
  const others = read.relations.filter((relation) => !known.has(relationIn(relation).toLowerCase()));
  return [
    ...declared.map((relation) => `graph: ${relationIn(relation)} ${byGiver(given)}`),
    ...others.map(
      (relation) => `graph: ${relationIn(relation)} (read from English, ${share(relation.confidence ?? 1)})`,
    ),
  ];
}

/** `team:Payments owns service:ledger` as `Payments owns ledger`. */
function relationIn({ from, type, to, says = 'holds' }: UnderstoodRelation): string {
  const ends = { holds: '', ends: ', no longer', denies: ', denied' }[says];
  return `${nameIn(from)} ${type.replaceAll('_', ' ')} ${nameIn(to)}${ends}`;
}

const nameIn = (end: string): string => end.replace(/^[a-z]+:(?!\/)/u, '');

const share = (value: number): string => (value >= 1 ? '1' : String(Number(value.toFixed(2))).replace(/^0/u, ''));

function byGiver({ isByImporter, former }: GivenMeaning, field?: keyof Meaning): string {
  if (isByImporter && field !== undefined) return '(read by an importer)';
  return field !== undefined && former.has(field) ? '(given for the former text)' : '(given)';
}

const listed = (texts: readonly string[]): string =>
  texts.length <= NAMES_MAX
    ? texts.join(', ')
    : `${texts.slice(0, NAMES_MAX).join(', ')} and ${texts.length - NAMES_MAX} more`;

function inOneLine(text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS - 1).toWellFormed()}…`;
}
