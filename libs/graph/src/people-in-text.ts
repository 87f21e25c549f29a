import { normaliseName } from './entity.ts';
import { english } from './read/lexicon.en.ts';
import { wordsOf } from './read/lexicon.ts';
import { englishTagger } from './read/tagger.ts';
import { kindByNoun, wordForms } from './read/word-forms.ts';
import type { Word } from './read/word.ts';
import { wordsIn } from './read/words.ts';

const HANDLE = /^@[\w.-]+$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u;
const NAME_WORDS_MAX = 3;

/** Reads whom a sentence names by more than one word, a handle or an address: names that are written as people's are. */
export async function peopleReader(): Promise<(sentence: string) => string[]> {
  const tagger = await englishTagger();
  return (sentence) => {
    const runs = runsOf(wordsIn(sentence, tagger));
    const names = runs.filter(isPersonal).map((run) => run.map(({ text }) => text).join(' '));
    return [...new Map(names.map((name) => [normaliseName(name), name])).values()];
  };
}

/** Words in a row that are written as one name; a handle or an address stands alone. */
function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [[]];
  for (const [at, word] of words.entries()) {
    if (HANDLE.test(word.text)) runs.push([word], []);
    else if (isNamePart(word) && !isDate(word, words[at - 1])) runs.at(-1)!.push(word);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs;
}

const dates = wordsOf(english.dates);

/** Days are no names; months are some, where no preposition or number stands before them. */
const isDate = ({ lower }: Word, before: Word | undefined): boolean =>
  dates.has(lower) && (lower.endsWith('day') || ['ADP', 'NUM'].includes(before?.tag ?? ''));

/** A verb that opens the sentence has its capital from there. */
const isNamePart = ({ tag, text, lower, isFirst }: Word): boolean =>
  tag === 'PROPN' && /^\p{Lu}[\p{L}'’.-]*$/u.test(text) && !(isFirst && wordForms.get(lower)?.verb !== undefined);

const isPersonal = (run: readonly Word[]): boolean =>
  HANDLE.test(run[0]?.text ?? '') ||
  (run.length > 1 &&
    run.length <= NAME_WORDS_MAX &&
    run.every(({ text, lower }) => !kindByNoun.has(lower) && !/^\p{Lu}{2,}$/u.test(text)));
