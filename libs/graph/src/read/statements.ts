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
  /** The repository to which paths belong if the sentence names no repository. */
  readonly repository?: string;
}

/**
 * Confidences, 0 to 1, of a statement that was read from a sentence. They are lower than the confidence of a file or a
 * declaration (1), and lower still if only one end is a name.
 */
const CONFIDENCE_BOTH_NAMED = 0.8;
const CONFIDENCE_ONE_NAMED = 0.6;

/** Turns the relations that the sentences of a text state into statements. */
export function statementsIn(text: ReadableText, tagger: Tagger): Statement[] {
  const { repository } = text;
  const said = new Map<string, Statement>();
  for (const one of readText(text, tagger)) {
    const shared = { saidAt: text.saidAt, evidence: text.evidence, ...datesIn(one.sentence) };
    const [from, to] = mentionsOf(one, repository);
    const confidence = isNameGiven(one.from) && isNameGiven(one.to) ? CONFIDENCE_BOTH_NAMED : CONFIDENCE_ONE_NAMED;
    keepStatement(said, { from, type: one.type, to, says: one.says, confidence, ...shared });
  }
  return [...said.values()];
}

/** Whether the phrase is written as a name, and is not a plain word that was guessed to be one. */
const isNameGiven = ({ isNamed, words }: Phrase): boolean => isNamed && !words.some(({ isGuessed }) => isGuessed);

function keepStatement(said: Map<string, Statement>, statement: Statement): void {
  const key = JSON.stringify([statement.from.name, statement.type, statement.to.name, statement.says]);
  if (!said.has(key)) said.set(key, statement);
}

type StatementEnd = 'holder' | 'owned' | 'part' | 'team' | 'path' | 'any';
const endsByType: Readonly<Record<string, readonly [StatementEnd, StatementEnd]>> = {
  ...{ depends_on: ['part', 'part'], uses: ['part', 'part'], replaces: ['part', 'part'], part_of: ['any', 'any'] },
  ...{ located_in: ['part', 'path'], member_of: ['holder', 'team'], decided: ['holder', 'any'] },
  ...{ reports_to: ['holder', 'holder'], leads: ['holder', 'any'], chairs: ['holder', 'team'] },
};

function mentionsOf({ from, type, to }: RelationInText, repository: string | undefined): [Mention, Mention] {
  const [left, right] = endsByType[type] ?? ['holder', 'owned'];
  return [mentionOf(from, left, repository), mentionOf(to, right, repository)];
}

const SCOPED_PACKAGE = /^@[^/]+\/[^/]+$/u;
const REPOSITORY_NAME = /^[\w.-]+\/[\w.-]+$/u;

/** Builds the mention of a phrase. `/packages/x (@scope/x)` becomes the package, with the path as an alias. */
function mentionOf(phrase: Phrase, end: StatementEnd, repository: string | undefined): Mention {
  const scoped =
    end === 'holder' || SCOPED_PACKAGE.test(phrase.name)
      ? undefined
      : phrase.aliases.find((alias) => SCOPED_PACKAGE.test(alias));
  const home = phrase.aliases.find((alias) => REPOSITORY_NAME.test(alias)) ?? repository;
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

function typeOf(phrase: Phrase, end: StatementEnd): EntityType {
  const { name, kind } = phrase;
  if (kind !== undefined) return kind;
  if (end === 'team') return end;
  if (end === 'path') return isPath(phrase) ? 'path' : 'unknown';
  if (end === 'holder') return holderType(phrase);
  if (/^[/*]|\*/u.test(name)) return 'path';
  if (SCOPED_PACKAGE.test(name) && end !== 'any') return 'package';
  if (name.startsWith('@')) return isTeam(phrase) ? 'team' : 'unknown';
  return end === 'owned' && /\/|\.\w{1,5}$/u.test(name) ? 'path' : 'unknown';
}

function holderType(phrase: Phrase): EntityType {
  if (phrase.name.includes('/') || isTeam(phrase)) return 'team';
  return phrase.name.startsWith('@') ? 'person' : 'unknown';
}

const DATE = String.raw`(\d{4}(?:-\d{2}(?:-\d{2})?)?)\b`;
const SINCE_DATE = new RegExp(String.raw`\b(?:since|from|as of|starting) ${DATE}`, 'iu');
const UNTIL_DATE = new RegExp(String.raw`\b(?:until|till) ${DATE}`, 'iu');

/** Reads the period of validity if the sentence gives a year, a month or a day after `since` or `until`; epoch ms. */
function datesIn(sentence: string): { validFrom?: number; validTo?: number } {
  const [since, until] = [SINCE_DATE, UNTIL_DATE].map((pattern) => Date.parse(pattern.exec(sentence)?.[1] ?? '')) as [
    number,
    number,
  ];
  return { ...(!Number.isNaN(since) && { validFrom: since }), ...(!Number.isNaN(until) && { validTo: until }) };
}
