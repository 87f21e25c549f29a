import { isPersonal, looksHuman } from './ends.ts';
import { isAsserted } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { LABEL_MARK } from './match-frame.ts';
import type { Item } from './item.ts';
import { relationsOfRole, type StatedRelation } from './pairs.ts';
import type { Phrase, Role } from './phrase.ts';
import { authoredBy, readLine } from './read-line.ts';
import type { Reach, Sentence } from './sentence.ts';
import type { Context } from './context.ts';
import type { Word } from './word.ts';

/** Reads what stands in brackets as a sentence of its own. */
type ReadNote = (
  words: readonly Word[],
  context: Context,
) => { readonly said: StatedRelation[]; readonly sentence: Sentence };

/** Reads what phrases say without a verb: a heading, an apposition, a bracket, `geo-index maintainer Ana`. */
export function readNouns(sentence: Sentence, at: number, readNote: ReadNote): StatedRelation[] {
  if (!isAsserted(sentence, at, at)) return [];
  const phrases = sentence.phrasesAt(at)!.all;
  const inside = phrases.flatMap((phrase) => [
    ...titled(sentence, at, phrase),
    ...phrase.notes.flatMap((words) => noted(sentence, phrase, readNote(words, contextOf(sentence, phrase)))),
  ]);
  return [...inside, ...readLine(sentence, at), ...besideFirst(sentence, at)];
}

function besideFirst(sentence: Sentence, at: number): StatedRelation[] {
  const [first] = sentence.phrasesAt(at)!.all;
  const { role } = first!;
  if (!role) return membersListed(sentence, at, first!);
  if (!role.holder) {
    const stated = [...headed(sentence, at, role), ...ofPage(sentence, at, role)];
    return stated.length > 0 ? stated : apposed(sentence, at, role);
  }
  // `Team lead Atlas: Ana`: behind the role stands what it is of.
  const holders = at === 0 && sentence.isMark(1, /^:$/u) ? sentence.phrasesAt(2)?.all : undefined;
  return holders ? relationsOfRole(role, { holders, things: [role.holder] }) : [];
}

const contextOf = ({ context }: Sentence, phrase: Phrase): Context => ({
  ...{ topic: phrase, about: phrase, resolve: context.resolve },
});

/** `geo-index maintainer Ana`. */
function titled(sentence: Sentence, at: number, { role, owner }: Phrase): StatedRelation[] {
  if (!role?.holder) return [];
  const before = sentence.isMark(at - 1, /^[,:–—-]$/u) ? (sentence.phrasesAt(at - 2)?.all ?? []) : [];
  const things = role.of ? [role.of] : owner ? sentence.known([owner]) : before.filter((phrase) => !isPersonal(phrase));
  return relationsOfRole(withoutHeads(role), { holders: [role.holder], things });
}

const withoutHeads = (role: Role): Role => ({ ...role, senses: role.senses.filter(({ use }) => use !== 'head') });

/** `X (owner: Ana)` and `Ana (owner of X)`. */
function noted(sentence: Sentence, phrase: Phrase, note: ReturnType<ReadNote>): StatedRelation[] {
  const author = note.sentence.isAt(0, 'preposition', /^by$/u) ? note.sentence.reachAt(1) : undefined;
  if (author) return authoredBy(sentence, phrase, author);
  const reach = note.sentence.reachAt(0);
  const role = reach?.all[0]?.role;
  if (note.said.length > 0 || !reach || !role || role.use === 'head') return note.said;
  return relationsOfRole(withoutHeads(role), { holders: [phrase], things: sentence.known(reach.of) });
}

/** `Search team: Ana Roy, Lee Roth`. */
function membersListed(sentence: Sentence, at: number, team: Phrase): StatedRelation[] {
  const listed = at === 0 && sentence.isMark(1, /^:$/u) ? sentence.phrasesAt(2)?.all : undefined;
  if (!listed || team.kind !== 'team' || sentence.items.some(({ is }) => is === 'verb')) return [];
  return listed.filter(looksHuman).map((from) => ({ type: 'member_of', from, to: team, says: 'holds' }));
}

/** `Owners of X: A and B`, `team lead = A`, `Data steward, X: A`. */
function headed(sentence: Sentence, at: number, role: Role): StatedRelation[] {
  const reach = sentence.reachAt(at)!;
  const isCommaed = at === 0 && sentence.isMark(reach.to, /^[,–—]$/u) && sentence.isMark(reach.to + 2, /^:$/u);
  const mark = isCommaed ? reach.to + 2 : reach.to;
  const listed = sentence.isMark(mark, LABEL_MARK) ? sentence.reachAt(mark + 1) : undefined;
  const isAtStart = sentence.skip(at - 1, -1) < 0 || (at === 2 && sentence.isMark(1, /^[:,–—-]$/u));
  if (!listed || !isAtStart || sentence.verbAt(listed.to)) return [];
  const fronted = isCommaed ? sentence.phrasesAt(reach.to + 1)?.all : at === 2 ? sentence.phrasesAt(0)?.all : undefined;
  return relationsOfRole(role, { holders: sentence.known(listed.all), things: thingsOf(sentence, reach, fronted) });
}

/** Finds what the role of a heading is of: `of X`, `(X)`, what stands before it, else what is spoken of. */
function thingsOf(sentence: Sentence, { all, of }: Reach, fronted: readonly Phrase[] | undefined): readonly Phrase[] {
  const [alias] = all[0]!.aliases;
  if (of.length > 0) return sentence.known(of);
  return alias === undefined
    ? (fronted ?? sentence.about())
    : [{ ...all[0]!, name: alias, isNamed: true, aliases: [] }];
}

const formerly = wordsOf(english.gate.formerly);

/** `A, owner of X, ...`, `the owner of X, A,` and `As the owner of X, A ...`. */
function apposed(sentence: Sentence, at: number, role: Role): StatedRelation[] {
  const reach = sentence.reachAt(at)!;
  if (reach.of.length === 0 || role.use === 'head') return [];
  const holders = apposedTo(sentence, at, reach.to) ?? [];
  const [holder] = holders;
  if (!holder || holders.length > 1 || holder.role?.use === 'role' || !(holder.isNamed || holder.pronoun)) return [];
  const adverb = sentence.smallAt(at - 1, 'adverb');
  const isFormer = role.isFormer || (adverb !== undefined && formerly.has(adverb));
  return relationsOfRole(
    { ...withoutHeads(role), isFormer },
    { holders: sentence.known(holders), things: sentence.known(reach.of) },
  );
}

const FRAGMENT: ReadonlySet<string> = new Set<Item['is']>(['preposition', 'conjunction', 'mark']);

/** Roles with what they are of, and nobody else who could hold them. */
function isOfFragment(sentence: Sentence, item: Item, at: number): boolean {
  if (item.is !== 'phrases') return FRAGMENT.has(item.is);
  return item.all[0]!.role !== undefined || sentence.isAt(at - 1, 'preposition');
}

/** `Backup reviewer for X` on the page of a person. */
function ofPage(sentence: Sentence, at: number, role: Role): StatedRelation[] {
  const { person } = sentence.context;
  const { of } = sentence.reachAt(at)!;
  const isFragment = sentence.items.every((item, index) => isOfFragment(sentence, item, index));
  const isListed = at === 0 || sentence.isMark(at - 1, /^[,;]$/u);
  if (!person || !isFragment || !isListed || of.length === 0 || role.use === 'head') return [];
  return relationsOfRole(withoutHeads(role), {
    holders: [person],
    things: sentence.known(of.filter((phrase) => !phrase.role)),
  });
}

function apposedTo(sentence: Sentence, at: number, behind: number): readonly Phrase[] | undefined {
  const isEnd = (index: number) => sentence.items[index] === undefined || sentence.isAt(index, 'mark');
  const opening = sentence.skip(at - 1, -1);
  const mark = at === 2 ? /^[,:–—]$/u : /^[,–—]$/u;
  const before = sentence.isMark(opening, mark) ? sentence.phrasesAt(opening - 1)?.all : undefined;
  const after = sentence.isMark(behind, /^,$/u) ? sentence.phrasesAt(behind + 1)?.all : undefined;
  if (at === 1 && sentence.isAt(0, 'preposition', /^as$/u)) return after;
  if (before && (isEnd(behind) || sentence.verbAt(behind))) return before;
  return isEnd(behind + 2) ? after : undefined;
}
