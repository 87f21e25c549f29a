import { normaliseName } from './entity.ts';
import { english } from './read/lexicon.en.ts';
import { wordsOf } from './read/lexicon.ts';
import { englishTagger } from './read/tagger.ts';
import { kindByNoun, wordFormByText } from './read/word-forms.ts';
import { isTeamName } from './read/team-name.ts';
import type { Word } from './read/word.ts';
import { wordsIn } from './read/words.ts';

const HANDLE = /^@[\w.-]+$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u;
const NAME_WORDS_MAX = 3;

/** Creates a reader of the people that a sentence names: by a name of two or three words, a handle or an e-mail address. */
export async function peopleReader(): Promise<(sentence: string) => string[]> {
  const tagger = await englishTagger();
  return (sentence) => {
    const runs = runsOf(wordsIn(sentence, tagger));
    const names = runs.filter(isPersonal).map((run) => run.map(({ text }) => text).join(' '));
    return [...new Map(names.map((name) => [normaliseName(name), name])).values()];
  };
}

/** Groups consecutive words that are written as one name. A handle or an address is a group of its own. */
function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [[]];
  for (const [at, word] of words.entries()) {
    if (HANDLE.test(word.text)) runs.push([word], []);
    else if (isNamePart(word) && !isDate(word, words[at - 1])) runs.at(-1)!.push(word);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs;
}

const dateWords = wordsOf(english.dates);

/**
 * Whether a word is a date. A day always is a date. A month is a date after a preposition or a number, and may
 * otherwise be a name (`April`).
 */
const isDate = ({ lower }: Word, before: Word | undefined): boolean =>
  dateWords.has(lower) && (lower.endsWith('day') || ['ADP', 'NUM'].includes(before?.tag ?? ''));

/** Whether a word may be part of a name. A verb at the start of the sentence is not, since its capital comes from the position. */
const isNamePart = ({ tag, text, lower, isFirst }: Word): boolean =>
  tag === 'PROPN' && /^\p{Lu}[\p{L}'’.-]*$/u.test(text) && !(isFirst && wordFormByText.get(lower)?.verb !== undefined);

const isPersonal = (run: readonly Word[]): boolean =>
  (HANDLE.test(run[0]?.text ?? '') && !isTeamName(run[0]!.text)) ||
  (run.length > 1 &&
    run.length <= NAME_WORDS_MAX &&
    run.every(({ text, lower }) => !kindByNoun.has(lower) && !/^\p{Lu}{2,}$/u.test(text)));
