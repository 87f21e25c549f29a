import { fold, normalise } from './normalise.ts';
import { needsSegments } from './scripts.ts';
import { similarity } from './similarity.ts';
import { isStopWord } from './stop-words.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\u2019][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['\u2019]s?$/iu;
const SENTENCE_BORDER = /[.!?\n\u3002\uff01\uff1f]["'\u201d)]*\s*$/;
const ALIKE = 0.75;
const FUZZY_LONGER_THAN = 4;
/** Words of one query that are compared for their spelling; a pasted page of capitals must not cost seconds. */
const FUZZY_WORDS_MAX = 30;

/** First names that are also words of daily speech, and words that a chat log uses as a speaker. */
const alsoCommonWords: ReadonlySet<string> = new Set(
  `admin agent amber angel april art assistant august autumn bill bot buddy chance chase cliff coach crystal daisy dawn dean
  dick drew earl faith frank gene glen grace grant guy hazel heather holly hope hunter iris ivy jack jasmine joy june lance
  lily mark mason max may melody mercy miles nick olive page pat patience pearl penny pierce ray reed rich rob robin rocky
  rose ruby rusty sandy sky skip star sterling sue summer support system team tucker user victor violet wade ward will
  willow winter woody`.split(/\s+/),
);
const asksAfterSomeone = new Set(['did', 'does', 'has', 'had', 'ask', 'asked', 'tell', 'told']);
const followsAVerb = new Set(
  'a all an and any as at each every everything for from if in it its me my of on our out the this that their them these those to up us when with you your'.split(
    ' ',
  ),
);

interface Word {
  readonly from: number;
  /** Where the word ends, and where it ends without its possessive. */
  readonly to: number;
  readonly folded: string;
  readonly isCapitalised: boolean;
  readonly hasCase: boolean;
  readonly isPossessive: boolean;
  readonly startsSentence: boolean;
}

interface Mention {
  readonly from: number;
  readonly to: number;
  readonly speaker: string;
}

interface Speaker {
  readonly name: string;
  readonly words: readonly string[];
}

/**
 * Which of the known speakers a query names, in the order of `speakers`. A full name counts however it is written. A part of a
 * name, such as the first name, counts as a whole word that is written as a name: with a capital, or in a query that has no
 * capitals at all; where the word is also a common one ("will", "mark") the words beside it must make it a name. Else a
 * capitalised word within a sentence counts that has the initial of a name and is like it, for misspelt names.
 */
export function namesIn(query: string, speakers: readonly string[]): string[] {
  const named = new Set(mentionsIn(query, speakers).map(({ speaker }) => speaker));
  return [...new Set(speakers)].filter((speaker) => named.has(speaker));
}

/** The text without these people, for a model whose vectors names dominate. The text itself where nothing else would be left. */
export function withoutNames(text: string, names: readonly string[]): string {
  let rest = '';
  let from = 0;
  for (const mention of mentionsIn(text, names)) {
    if (mention.from < from) continue;
    rest += text.slice(from, mention.from);
    from = mention.to;
  }
  if (from === 0) return text;
  const tidy = tidied(rest + text.slice(from));
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : text;
}

const tidied = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/^[\s,.;:]+/, '')
    .trim();

/** Every place that names someone, in text order. */
function mentionsIn(text: string, names: readonly string[]): Mention[] {
  const speakers = [...new Set(names)].map((name) => ({ name, words: wordsOf(name).map(({ folded }) => folded) }));
  const words = wordsOf(text);
  const fullNames = speakers.flatMap((speaker) => fullNamesOf(speaker, words));
  const taken = new Set(
    fullNames.flatMap(({ from, to }) => words.filter((word) => word.from >= from && word.to <= to)),
  );
  const isAnyCapital =
    words.some(({ isCapitalised }) => isCapitalised) &&
    words.some(({ isCapitalised, hasCase }) => hasCase && !isCapitalised);
  const compared = new Set(words.filter(mayBeMisspelt).slice(0, isAnyCapital ? FUZZY_WORDS_MAX : 0));
  const single = words.flatMap((word, index) => {
    const place = {
      word,
      before: words[index - 1],
      after: words[index + 1],
      isAnyCapital,
      isCompared: compared.has(word),
    };
    return taken.has(word) ? [] : speakersOf(place, speakers);
  });
  return [...fullNames, ...single, ...unspacedNames(text, names)].sort((a, b) => a.from - b.from || b.to - a.to);
}

function wordsOf(text: string): Word[] {
  let end = 0;
  return Array.from(text.matchAll(WORD), ({ 0: raw, index }) => {
    const bare = raw.replace(POSSESSIVE, '');
    const startsSentence = end === 0 || SENTENCE_BORDER.test(text.slice(Math.max(end, index - 20), index));
    end = index + raw.length;
    return {
      from: index,
      to: end,
      folded: fold(normalise(bare)).replaceAll("'", ''),
      isCapitalised: /^\p{Lu}/u.test(bare),
      hasCase: bare.toLowerCase() !== bare.toUpperCase(),
      isPossessive: bare.length < raw.length,
      startsSentence,
    };
  });
}

/** Full names of two or more words, standing in a row. */
function fullNamesOf(speaker: Speaker, words: readonly Word[]): Mention[] {
  const { length } = speaker.words;
  if (length < 2) return [];
  return words.flatMap((word, index) => {
    const isHere = speaker.words.every((part, offset) => words[index + offset]?.folded === part);
    return isHere ? [{ from: word.from, to: words[index + length - 1]!.to, speaker: speaker.name }] : [];
  });
}

interface Place {
  readonly word: Word;
  readonly before: Word | undefined;
  readonly after: Word | undefined;
  readonly isAnyCapital: boolean;
  readonly isCompared: boolean;
}

/** Whom one word names: everyone who has it as a part of the name, else those whose name is most like it. */
function speakersOf(place: Place, speakers: readonly Speaker[]): Mention[] {
  const { word } = place;
  const mention = ({ name }: Speaker): Mention => ({ from: word.from, to: word.to, speaker: name });
  const exact = word.folded.length > 1 ? speakers.filter(({ words }) => words.includes(word.folded)) : [];
  if (exact.length > 0) return isWrittenAsName(place) ? exact.map(mention) : [];
  return place.isCompared ? mostAlike(word.folded, speakers).map(mention) : [];
}

function isWrittenAsName(place: Place): boolean {
  const { word, before, after, isAnyCapital } = place;
  if (!word.hasCase) return true;
  const isCommon = isStopWord(word.folded) || alsoCommonWords.has(word.folded);
  if (!isAnyCapital) return !isCommon || word.isPossessive || asksAfterSomeone.has(before?.folded ?? '');
  if (!word.isCapitalised) return false;
  if (!isCommon || !word.startsSentence || word.isPossessive) return true;
  return !isStopWord(word.folded) && !followsAVerb.has(after?.folded ?? '');
}

const mayBeMisspelt = (word: Word): boolean =>
  word.isCapitalised &&
  word.folded.length > FUZZY_LONGER_THAN &&
  !isStopWord(word.folded) &&
  (!word.startsSentence || word.isPossessive);

function mostAlike(word: string, speakers: readonly Speaker[]): Speaker[] {
  const alike = speakers.map((speaker) => ({
    speaker,
    ratio: Math.max(0, ...speaker.words.map((part) => ratioOf(word, part))),
  }));
  const best = Math.max(ALIKE, ...alike.map(({ ratio }) => ratio));
  return alike.filter(({ ratio }) => ratio === best).map(({ speaker }) => speaker);
}

const ratioOf = (word: string, part: string): number =>
  part.length > FUZZY_LONGER_THAN && part[0] === word[0] ? similarity(word, part) : 0;

/** Names in scripts without spaces stand anywhere in the text; one character alone is too little. */
function unspacedNames(text: string, names: readonly string[]): Mention[] {
  return [...new Set(names)]
    .filter((name) => needsSegments(name) && Array.from(name).length > 1)
    .flatMap((speaker) =>
      Array.from(allIndexesOf(text, speaker), (from) => ({ from, to: from + speaker.length, speaker })),
    );
}

function* allIndexesOf(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) yield at;
}
