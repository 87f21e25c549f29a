import { fits, isPath, isPersonal, looksHuman } from './ends.ts';
import { framesByVerb } from './frames.ts';
import { isSaid } from './gate.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { LABEL_MARK } from './match-frame.ts';
import { saidByRole, type Said } from './pairs.ts';
import type { Phrase, Role } from './phrases.ts';
import type { Context, Reach, Sentence } from './sentence.ts';
import { wordForms } from './word-forms.ts';
import type { Word } from './word.ts';

/** Reads what stands in brackets as a sentence of its own. */
type ReadNote = (words: readonly Word[], context: Context) => { readonly said: Said[]; readonly sentence: Sentence };

/** Reads what phrases say without a verb: a heading, an apposition, a bracket, `geo-index maintainer Ana`. */
export function readNouns(sentence: Sentence, at: number, readNote: ReadNote): Said[] {
  if (!isSaid(sentence, at, at)) return [];
  const phrases = sentence.phrasesAt(at)!.all;
  const inside = phrases.flatMap((phrase) => [
    ...titled(sentence, phrase),
    ...joined(phrase),
    ...phrase.notes.flatMap((words) => noted(sentence, phrase, readNote(words, contextOf(sentence, phrase)))),
  ]);
  const [first] = phrases;
  const role = first?.role?.holder ? undefined : first?.role;
  const beside =
    !role && first
      ? membersListed(sentence, at, first)
      : role
        ? [...headed(sentence, at, role), ...apposed(sentence, at, role)]
        : [];
  return [...inside, ...ownedPath(sentence, at), ...memberApposed(sentence, at), ...beside];
}

const contextOf = ({ context }: Sentence, phrase: Phrase): Context => ({
  ...{ topic: phrase, about: phrase, resolve: context.resolve },
});

/** `geo-index maintainer Ana`. */
function titled(sentence: Sentence, { role, owner }: Phrase): Said[] {
  if (!role?.holder) return [];
  const things = role.of ? [role.of] : owner ? sentence.known([owner]) : [];
  return saidByRole(withoutHeads(role), { holders: [role.holder], things });
}

const withoutHeads = (role: Role): Role => ({ ...role, senses: role.senses.filter(({ use }) => use !== 'head') });

/** `Atlas-owned services`. */
function joined(phrase: Phrase): Said[] {
  if (!phrase.participle) return [];
  const { by: from, verb } = phrase.participle;
  const frames = framesByVerb.get(wordForms.get(verb)?.lemma ?? verb) ?? [];
  const frame = frames.find(
    ({ relation, rest, subject }) =>
      relation !== undefined && subject === 'F' && rest.length === 1 && fits(relation, { from, to: phrase }),
  );
  return frame?.relation ? [{ type: frame.relation.type, from, to: phrase, says: 'holds' }] : [];
}

/** `X (owner: Ana)` and `Ana (owner of X)`. */
function noted(sentence: Sentence, phrase: Phrase, note: ReturnType<ReadNote>): Said[] {
  const reach = note.sentence.reachAt(0);
  const role = reach?.all[0]?.role;
  if (note.said.length > 0 || !reach || !role || role.use === 'head') return note.said;
  return saidByRole(withoutHeads(role), { holders: [phrase], things: sentence.known(reach.of) });
}

const HANDLE = /^@|^[^@\s]+@[^@\s]+$/u;

/** `docs/*.md: @acme/docs`, `/kiosk/** @acme/kiosk`: the line of an ownership file. */
function ownedPath(sentence: Sentence, at: number): Said[] {
  const [path, ...others] = sentence.phrasesAt(at)!.all;
  const holders = sentence.phrasesAt(sentence.isMark(at + 1, /^:$/u) ? at + 2 : at + 1)?.all ?? [];
  const isBehindLabel = at === 2 && sentence.isMark(1, /^:$/u) && sentence.phrasesAt(0)?.all[0]?.isSure === true;
  if (!path || others.length > 0 || !isPath(path) || !(at === 0 || isBehindLabel)) return [];
  if (!holders.every(({ name }) => HANDLE.test(name))) return [];
  return holders.map((from) => ({ type: 'owns', from, to: path, says: 'holds' }));
}

/** `Ana Roy, Search team, asked ...`. */
function memberApposed(sentence: Sentence, at: number): Said[] {
  const [person, ...others] = sentence.phrasesAt(at)!.all;
  const [team, ...more] = (sentence.isMark(at + 1, /^,$/u) && sentence.phrasesAt(at + 2)?.all) || [];
  if (!person || others.length > 0 || !isPersonal(person)) return [];
  if (!team || more.length > 0 || team.kind !== 'team' || team.role?.isWhole) return [];
  const isClosed = sentence.isMark(at + 3, /^,$/u) && sentence.verbAt(sentence.skip(at + 4)) !== undefined;
  return isClosed ? [{ type: 'member_of', from: person, to: team, says: 'holds' }] : [];
}

/** `Search team: Ana Roy, Lee Roth`. */
function membersListed(sentence: Sentence, at: number, team: Phrase): Said[] {
  const listed = at === 0 && sentence.isMark(1, /^:$/u) ? sentence.phrasesAt(2)?.all : undefined;
  if (!listed || team.kind !== 'team' || sentence.items.some(({ is }) => is === 'verb')) return [];
  return listed.filter(looksHuman).map((from) => ({ type: 'member_of', from, to: team, says: 'holds' }));
}

/** `Owners of X: A and B`, `team lead = A`, `Data steward, X: A`. */
function headed(sentence: Sentence, at: number, role: Role): Said[] {
  const reach = sentence.reachAt(at)!;
  const isCommaed = at === 0 && sentence.isMark(reach.to, /^[,–—]$/u) && sentence.isMark(reach.to + 2, /^:$/u);
  const mark = isCommaed ? reach.to + 2 : reach.to;
  const listed = sentence.isMark(mark, LABEL_MARK) ? sentence.reachAt(mark + 1) : undefined;
  const isAtStart = sentence.skip(at - 1, -1) < 0 || (at === 2 && sentence.isMark(1, /^[:,–—-]$/u));
  if (!listed || !isAtStart || sentence.verbAt(listed.to)) return [];
  const fronted = isCommaed ? sentence.phrasesAt(reach.to + 1)?.all : at === 2 ? sentence.phrasesAt(0)?.all : undefined;
  return saidByRole(role, { holders: sentence.known(listed.all), things: thingsOf(sentence, reach, fronted) });
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
function apposed(sentence: Sentence, at: number, role: Role): Said[] {
  const reach = sentence.reachAt(at)!;
  if (reach.of.length === 0 || role.use === 'head') return [];
  const holders = apposedTo(sentence, at, reach.to) ?? [];
  const [holder] = holders;
  if (!holder || holders.length > 1 || holder.role || !(holder.isNamed || holder.pronoun)) return [];
  const adverb = sentence.smallAt(at - 1, 'adverb');
  const isFormer = role.isFormer || (adverb !== undefined && formerly.has(adverb));
  return saidByRole(
    { ...withoutHeads(role), isFormer },
    { holders: sentence.known(holders), things: sentence.known(reach.of) },
  );
}

function apposedTo(sentence: Sentence, at: number, behind: number): readonly Phrase[] | undefined {
  const isEnd = (index: number) => sentence.items[index] === undefined || sentence.isAt(index, 'mark');
  const opening = sentence.skip(at - 1, -1);
  const before = sentence.isMark(opening, /^[,–—]$/u) ? sentence.phrasesAt(opening - 1)?.all : undefined;
  const after = sentence.isMark(behind, /^,$/u) ? sentence.phrasesAt(behind + 1)?.all : undefined;
  if (at === 1 && sentence.isAt(0, 'preposition', /^as$/u)) return after;
  if (before && (isEnd(behind) || sentence.verbAt(behind))) return before;
  return isEnd(behind + 2) ? after : undefined;
}
