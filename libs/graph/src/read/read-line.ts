import { isPath, isPersonal, isTeam } from './ends.ts';
import { english } from './lexicon.en.ts';
import { LABEL_MARK } from './match-frame.ts';
import { statedRelationOf, verbPairs, type StatedRelation } from './pairs.ts';
import { phraseOf, type Phrase, isIssuePhrase } from './phrase.ts';
import type { PhraseReach, Sentence } from './sentence.ts';

const relationOf = (type: string) => english.relations.find((one) => one.type === type)!;
const [authorship, ownership, contact, place] = ['authored', 'owns', 'contact_for', 'located_in'].map(relationOf);

/** Reads a line that consists of two phrases: `docs/x.md by A`, `X = A`, `X: libs/x`, `questions about X: A`, `/kiosk/** @acme/kiosk`. */
export function readLine(sentence: Sentence, at: number): StatedRelation[] {
  if (sentence.items.some(({ is }) => is === 'verb')) return [];
  const owned = readOwnedPath(sentence, at);
  if (owned.length > 0 || at > 0) return owned;
  const thing = sentence.reachAt(0)!;
  const author = sentence.isAt(1, 'preposition', /^by$/u) ? sentence.reachAt(2) : undefined;
  if (author) return relationsOfAuthorship(sentence, sentence.phrasesAt(0)!.all[0]!, author);
  const other = sentence.isMark(thing.to, LABEL_MARK) ? sentence.reachAt(thing.to + 1) : undefined;
  const isLine = other && sentence.items.slice(other.to).every(({ is }) => is === 'mark');
  const hasRole = [...sentence.phrasesAt(0)!.all, ...(other?.all ?? [])].some(({ role }) => role);
  return isLine && !hasRole ? readPair(sentence, thing, other) : [];
}

export const relationsOfAuthorship = (sentence: Sentence, thing: Phrase, holders: PhraseReach): StatedRelation[] =>
  verbPairs(sentence, authorship!, { F: holders, T: { all: [thing], of: [], to: 0 } }).map((pair) =>
    statedRelationOf(pair, 'holds'),
  );

function readPair(sentence: Sentence, thing: PhraseReach, other: PhraseReach): StatedRelation[] {
  const [first] = sentence.phrasesAt(0)!.all;
  if (isPersonal(first!) || isTeam(first!)) return [];
  const said = (relation: typeof place, ends: { readonly F: PhraseReach; readonly T: PhraseReach }) =>
    verbPairs(sentence, relation!, ends).map((pair) => statedRelationOf(pair, 'holds'));
  if (isIssuePhrase(first!)) return said(contact, { F: other, T: { ...thing, all: thing.all.map(dropIssueWords) } });
  if (isPath(other.all[0]!)) return said(place, { F: thing, T: other });
  return sentence.isMark(thing.to, /^(?:=|->|=>|→)$/u) ? said(ownership, { F: other, T: thing }) : [];
}

/** Drops the noun for a matter: `Refund questions` becomes `Refund`. */
const dropIssueWords = (phrase: Phrase): Phrase =>
  isIssuePhrase(phrase) && phrase.words.length > 1 ? phraseOf(phrase.words.slice(0, -1), undefined, []) : phrase;

const HANDLE = /^@|^[^@\s]+@[^@\s]+$/u;

/** Reads a line in the form of an ownership file: `docs/*.md: @acme/docs`. */
function readOwnedPath(sentence: Sentence, at: number): StatedRelation[] {
  const [path, ...others] = sentence.phrasesAt(at)!.all;
  const holders = sentence.phrasesAt(sentence.isMark(at + 1, /^:$/u) ? at + 2 : at + 1)?.all ?? [];
  const isBehindLabel = at === 2 && sentence.isMark(1, /^:$/u) && sentence.phrasesAt(0)?.all[0]?.isSure === true;
  if (!path || others.length > 0 || !isPath(path) || !(at === 0 || isBehindLabel)) return [];
  if (!holders.every(({ name }) => HANDLE.test(name))) return [];
  return holders.map((from) => ({ type: 'owns', from, to: path, says: 'holds' }));
}
