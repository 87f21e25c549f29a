import type { EntityType, Evidence, Mention, Statement } from '@cairn/contracts';
import { isPath, isTeam } from './ends.ts';
import type { Phrase } from './phrase.ts';
import { readText, type RelationInText } from './read-text.ts';
import type { Tagger } from './words.ts';

export interface ReadableText {
  readonly title?: string | undefined;
  readonly content: string;
  readonly evidence: Evidence;
  /** Epoch ms; 0 is unknown. */
  readonly saidAt: number;
  /** Where paths stand when the sentence does not say. */
  readonly repository?: string;
}

/** A sentence is less sure than a file or a declaration, and less where only one end is a name. */
const SURE = 0.8;
const HALF_SURE = 0.6;

/** Turns what the sentences of a text say into statements. */
export function statementsIn(text: ReadableText, tagger: Tagger): Statement[] {
  const { repository } = text;
  const said = new Map<string, Statement>();
  for (const one of readText(text, tagger)) {
    const shared = { saidAt: text.saidAt, evidence: text.evidence, ...datesIn(one.sentence) };
    const [from, to] = mentionsOf(one, repository);
    const confidence = isNameGiven(one.from) && isNameGiven(one.to) ? SURE : HALF_SURE;
    keep(said, { from, type: one.type, to, says: one.says, confidence, ...shared });
  }
  return [...said.values()];
}

/** A name that is written as one, not a plain word that stands for one. */
const isNameGiven = ({ isNamed, words }: Phrase): boolean => isNamed && !words.some(({ isGuessed }) => isGuessed);

function keep(said: Map<string, Statement>, statement: Statement): void {
  const key = JSON.stringify([statement.from.name, statement.type, statement.to.name, statement.says]);
  if (!said.has(key)) said.set(key, statement);
}

type End = 'holder' | 'owned' | 'part' | 'team' | 'path' | 'any';
const ends: Readonly<Record<string, readonly [End, End]>> = {
  ...{ depends_on: ['part', 'part'], uses: ['part', 'part'], replaces: ['part', 'part'], part_of: ['any', 'any'] },
  ...{ located_in: ['part', 'path'], member_of: ['holder', 'team'], decided: ['holder', 'any'] },
  ...{ reports_to: ['holder', 'holder'], leads: ['holder', 'any'], chairs: ['holder', 'team'] },
};

function mentionsOf({ from, type, to }: RelationInText, repository: string | undefined): [Mention, Mention] {
  const [left, right] = ends[type] ?? ['holder', 'owned'];
  return [mentionOf(from, left, repository), mentionOf(to, right, repository)];
}

const SCOPED = /^@[^/]+\/[^/]+$/u;
const REPOSITORY = /^[\w.-]+\/[\w.-]+$/u;

/** `/packages/x (@scope/x)` is the package, which is known by its path too. */
function mentionOf(phrase: Phrase, end: End, repository: string | undefined): Mention {
  const scoped =
    end === 'holder' || SCOPED.test(phrase.name) ? undefined : phrase.aliases.find((alias) => SCOPED.test(alias));
  const home = phrase.aliases.find((alias) => REPOSITORY.test(alias)) ?? repository;
  const name = scoped ?? phrase.name;
  const type = scoped === undefined ? typeOf(phrase, end) : 'package';
  const aliases = [...phrase.aliases, ...(scoped === undefined ? [] : [phrase.name])].filter(
    (alias) => alias !== name && alias !== home,
  );
  return {
    ...{ name, type },
    ...(aliases.length > 0 && { aliases }),
    ...(type === 'path' && home !== undefined && { repository: home }),
  };
}

function typeOf(phrase: Phrase, end: End): EntityType {
  const { name, kind } = phrase;
  if (kind !== undefined) return kind;
  if (end === 'team') return end;
  if (end === 'path') return isPath(phrase) ? 'path' : 'unknown';
  if (end === 'holder')
    return name.includes('/') ? 'team' : name.startsWith('@') ? 'person' : isTeam(phrase) ? 'team' : 'unknown';
  if (/^[/*]|\*/u.test(name)) return 'path';
  if (SCOPED.test(name) && end !== 'any') return 'package';
  return end === 'owned' && /\/|\.\w{1,5}$/u.test(name) && !name.startsWith('@') ? 'path' : 'unknown';
}

const DATE = String.raw`(\d{4}(?:-\d{2}(?:-\d{2})?)?)\b`;
const SINCE = new RegExp(String.raw`\b(?:since|from|as of|starting) ${DATE}`, 'iu');
const UNTIL = new RegExp(String.raw`\b(?:until|till) ${DATE}`, 'iu');

/** From when and until when, if the sentence names a year or a day; what begins later holds from then. */
function datesIn(sentence: string): { validFrom?: number; validTo?: number } {
  const [since, until] = [SINCE, UNTIL].map((pattern) => Date.parse(pattern.exec(sentence)?.[1] ?? '')) as [
    number,
    number,
  ];
  return { ...(!Number.isNaN(since) && { validFrom: since }), ...(!Number.isNaN(until) && { validTo: until }) };
}
