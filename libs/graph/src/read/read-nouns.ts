import { isPersonal, isHumanName } from './ends.ts';
import { isAsserted } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { LABEL_MARK } from './match-frame.ts';
import type { Item } from './item.ts';
import { relationsOfRole, type StatedRelation } from './pairs.ts';
import type { Phrase, Role } from './phrase.ts';
import { relationsOfAuthorship, readLine } from './read-line.ts';
import { Sentence, type PhraseReach } from './sentence.ts';
import type { Context } from './context.ts';

/** Reads the relations that the words in brackets state, as a separate sentence. */
type ReadNote = (note: Sentence) => StatedRelation[];

/** Reads the relations that phrases state without a verb: in a heading, an apposition, brackets, or `geo-index maintainer Ana`. */
export function readNouns(sentence: Sentence, at: number, readNote: ReadNote): StatedRelation[] {
  if (!isAsserted(sentence, at, at)) return [];
  const phrases = sentence.phrasesAt(at)!.all;
  const inside = phrases.flatMap((phrase) => [
    ...readTitled(sentence, at, phrase),
    ...phrase.notes.flatMap((words) =>
      readNoted(sentence, phrase, { note: new Sentence(words, contextOf(sentence, phrase)), readNote }),
    ),
  ]);
  return [...inside, ...readLine(sentence, at), ...readFirstPhrase(sentence, at)];
}

function readFirstPhrase(sentence: Sentence, at: number): StatedRelation[] {
  const [first] = sentence.phrasesAt(at)!.all;
  const { role } = first!;
  if (!role) return readMembers(sentence, at, first!);
  if (!role.holder) {
    const stated = [...readHeaded(sentence, at, role), ...readRoleOfPage(sentence, at, role)];
    return stated.length > 0 ? stated : readApposed(sentence, at, role);
  }
  // In `Team lead Atlas: Ana` the name after the role is the thing, not the holder.
  const holders = at === 0 && sentence.isMark(1, /^:$/u) ? sentence.phrasesAt(2)?.all : undefined;
  return holders ? relationsOfRole(role, { holders, things: [role.holder] }) : [];
}

const contextOf = ({ context }: Sentence, phrase: Phrase): Context => ({
  ...{ topic: phrase, about: phrase, resolve: context.resolve },
});

/** Reads a role with its holder after it: `geo-index maintainer Ana`. */
function readTitled(sentence: Sentence, at: number, { role, owner }: Phrase): StatedRelation[] {
  if (!role?.holder) return [];
  const before = sentence.isMark(at - 1, /^[,:–—-]$/u) ? (sentence.phrasesAt(at - 2)?.all ?? []) : [];
  const things = role.of
    ? [role.of]
    : owner
      ? sentence.resolveAll([owner])
      : before.filter((phrase) => !isPersonal(phrase));
  return relationsOfRole(dropHeads(role), { holders: [role.holder], things });
}

const dropHeads = (role: Role): Role => ({ ...role, senses: role.senses.filter(({ use }) => use !== 'head') });

interface Note {
  readonly note: Sentence;
  readonly readNote: ReadNote;
}

/** Reads a role in brackets: `X (owner: Ana)`, `Ana (owner of X)`. */
function readNoted(sentence: Sentence, phrase: Phrase, { note, readNote }: Note): StatedRelation[] {
  const author = note.isAt(0, 'preposition', /^by$/u) ? note.reachAt(1) : undefined;
  if (author) return relationsOfAuthorship(sentence, phrase, author);
  const said = readNote(note);
  const reach = note.reachAt(0);
  const role = reach?.all[0]?.role;
  if (said.length > 0 || !reach || !role || role.use === 'head') return said;
  return relationsOfRole(dropHeads(role), { holders: [phrase], things: sentence.resolveAll(reach.of) });
}

/** Reads the members of a team: `Search team: Ana Roy, Lee Roth`. */
function readMembers(sentence: Sentence, at: number, team: Phrase): StatedRelation[] {
  const listed = at === 0 && sentence.isMark(1, /^:$/u) ? sentence.phrasesAt(2)?.all : undefined;
  if (!listed || team.kind !== 'team' || sentence.items.some(({ is }) => is === 'verb')) return [];
  return listed.filter(isHumanName).map((from) => ({ type: 'member_of', from, to: team, says: 'holds' }));
}

/** Reads a role as a label: `Owners of X: A and B`, `team lead = A`, `Data steward, X: A`. */
function readHeaded(sentence: Sentence, at: number, role: Role): StatedRelation[] {
  const reach = sentence.reachAt(at)!;
  const isCommaed = at === 0 && sentence.isMark(reach.to, /^[,–—]$/u) && sentence.isMark(reach.to + 2, /^:$/u);
  const mark = isCommaed ? reach.to + 2 : reach.to;
  const listed = sentence.isMark(mark, LABEL_MARK) ? sentence.reachAt(mark + 1) : undefined;
  const isAtStart = sentence.skipAdverbs(at - 1, -1) < 0 || (at === 2 && sentence.isMark(1, /^[:,–—-]$/u));
  if (!listed || !isAtStart || sentence.verbAt(listed.to)) return [];
  const fronted = isCommaed ? sentence.phrasesAt(reach.to + 1)?.all : at === 2 ? sentence.phrasesAt(0)?.all : undefined;
  return relationsOfRole(role, {
    holders: sentence.resolveAll(listed.all),
    things: thingsOf(sentence, reach, fronted),
  });
}

/**
 * Finds the things to which the role of a label belongs: `of X`, `(X)`, the phrase before the role, or else the thing
 * that the text is about.
 */
function thingsOf(
  sentence: Sentence,
  { all, of }: PhraseReach,
  fronted: readonly Phrase[] | undefined,
): readonly Phrase[] {
  const [alias] = all[0]!.aliases;
  if (of.length > 0) return sentence.resolveAll(of);
  return alias === undefined
    ? (fronted ?? sentence.about())
    : [{ ...all[0]!, name: alias, isNamed: true, aliases: [] }];
}

const formerlyWords = wordsOf(english.gate.formerly);

/**
 * Reads a role next to the name of its holder: `A, owner of X, ...`, `the owner of X, A,`, `As the owner of X, A ...`.
 */
function readApposed(sentence: Sentence, at: number, role: Role): StatedRelation[] {
  const reach = sentence.reachAt(at)!;
  if (reach.of.length === 0 || role.use === 'head') return [];
  const holders = findApposed(sentence, at, reach.to) ?? [];
  const [holder] = holders;
  if (!holder || holders.length > 1 || holder.role?.use === 'role' || !(holder.isNamed || holder.pronoun)) return [];
  const adverb = sentence.smallAt(at - 1, 'adverb');
  const isFormer = role.isFormer || (adverb !== undefined && formerlyWords.has(adverb));
  return relationsOfRole(
    { ...dropHeads(role), isFormer },
    { holders: sentence.resolveAll(holders), things: sentence.resolveAll(reach.of) },
  );
}

const FRAGMENT_KINDS: ReadonlySet<string> = new Set<Item['is']>(['preposition', 'conjunction', 'mark']);

/**
 * Whether an item may be part of a fragment without a holder: a role, the thing to which the role belongs, a
 * preposition, a conjunction or a mark.
 */
function isFragmentItem(sentence: Sentence, item: Item, at: number): boolean {
  if (item.is !== 'phrases') return FRAGMENT_KINDS.has(item.is);
  return item.all[0]!.role !== undefined || sentence.isAt(at - 1, 'preposition');
}

/** Reads a role on a person's page as held by that person: `Backup reviewer for X`. */
function readRoleOfPage(sentence: Sentence, at: number, role: Role): StatedRelation[] {
  const { person } = sentence.context;
  const { of } = sentence.reachAt(at)!;
  const isFragment = sentence.items.every((item, index) => isFragmentItem(sentence, item, index));
  const isListed = at === 0 || sentence.isMark(at - 1, /^[,;]$/u);
  if (!person || !isFragment || !isListed || of.length === 0 || role.use === 'head') return [];
  return relationsOfRole(dropHeads(role), {
    holders: [person],
    things: sentence.resolveAll(of.filter((phrase) => !phrase.role)),
  });
}

function findApposed(sentence: Sentence, at: number, behind: number): readonly Phrase[] | undefined {
  const isEnd = (index: number) => sentence.items[index] === undefined || sentence.isAt(index, 'mark');
  const opening = sentence.skipAdverbs(at - 1, -1);
  const mark = at === 2 ? /^[,:–—]$/u : /^[,–—]$/u;
  const before = sentence.isMark(opening, mark) ? sentence.phrasesAt(opening - 1)?.all : undefined;
  const after = sentence.isMark(behind, /^,$/u) ? sentence.phrasesAt(behind + 1)?.all : undefined;
  if (at === 1 && sentence.isAt(0, 'preposition', /^as$/u)) return after;
  if (before && (isEnd(behind) || sentence.verbAt(behind))) return before;
  return isEnd(behind + 2) ? after : undefined;
}
