import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { kindByNoun, sensesByNoun, wordFormByText } from './word-forms.ts';
import { tagByJoinedPhrase, joinPhrases } from './word.ts';

const throughNouns = wordsOf(english.through);
/** In a rule of an ownership file, a reviewer of a thing owns the thing. */
const [REVIEWS, OWNS] = english.reviewerOwns;

/**
 * Turns a line with signs into a sentence: `X: A -> B`, `Questions about X -> A`, `Who owns X: A`, `Needs: X`. Other lines stay as they
 * are.
 */
export function toSentence(line: string): string {
  const [, what, before, after] =
    /^(?:[^:]{0,60}, )?([^:,]{2,60}): ([^:]{2,60}?) (?:->|→|=>) (.{2,60}?)\.?$/u.exec(line) ?? [];
  if (what !== undefined) return `${before!} handed over ${what} to ${after!}`;
  const [, first = '', rest, to] = /^(\p{L}+) (.{2,100}?) (?:->|→|=>) (\S.{1,100})$/u.exec(line) ?? [];
  if (throughNouns.has(first.toLowerCase())) return `${first} ${rest!} go to ${to!}`;
  const [, said, who] = /^who (.{2,100}?):\s+(\S.*)$/iu.exec(line) ?? [];
  if (said !== undefined) return `${who!.replace(/\.$/u, '')} ${said.replace(REVIEWS, OWNS)}`;
  const label = /^(\p{L}+(?: \p{L}+){0,2})\s*:\s+(?=\S)/u.exec(line);
  return label && isVerbLabel(label[1]!) ? line.replace(/\s*:/u, '') : line;
}

/** Whether a label begins with a verb: `Needs`, `Owned by`, `Depends on`; not `Lead`, which may be a noun. */
function isVerbLabel(label: string): boolean {
  const [first = '', ...others] = label.toLowerCase().split(' ');
  const known = wordFormByText.get(first);
  return known?.verb !== undefined && known.isNoun !== true && (known.verb !== 'base' || others.length > 0);
}

export interface Label {
  readonly label: string;
  readonly value: string;
}

export function labelOf(line: string): Label | undefined {
  const [, label, value] = /^(?:the )?(\p{L}[\p{L} -]{0,30}?)\s*:\s+(\S.{0,120})$/iu.exec(line) ?? [];
  return label === undefined || value === undefined ? undefined : { label, value };
}

/**
 * Whether a label names the topic of the lines below: `Team: Integration`, `Title: ...`. A value with a slash, as in `Repo: acme/web`, is
 * a place instead.
 */
export const isNamingLabel = ({ label, value }: Label): boolean =>
  /^(?:title|name)$/iu.test(label) || (kindByNoun.has(label.toLowerCase()) && !value.includes('/'));

/** Finds the senses of a label that is a role of the lexicon. Words of time are ignored: `On call this month`. */
export function sensesOfLabel({ label }: Label) {
  const words = joinPhrases(label.toLowerCase()).split(' ');
  const name = words.filter((word) => tagByJoinedPhrase.get(word) !== 'ADV').join(' ');
  const senses = sensesByNoun.get(name) ?? sensesByNoun.get(name.replaceAll('-', ' '));
  const far = senses?.filter(({ use }) => use === 'far') ?? [];
  // `Repo: acme/web` names a place and no holder.
  return far.length > 0 ? far : senses;
}
