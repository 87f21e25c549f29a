import { stopwords } from '@orama/stopwords/english';

/**
 * Stop words that the library's list lacks: "a", and contractions without their apostrophe, which are common in chat.
 * Contractions that are also ordinary words (well, ill, were, id) are left out. A longer list of fillers (just, also,
 * ever) is not used, since it changed R@10 by less than 0.2 points on three data sets.
 */
const missingFromTheLibrary = [
  ...['a', 'im', 'ive', 'dont', 'didnt', 'doesnt', 'isnt', 'wasnt', 'arent', 'havent', 'hasnt', 'hadnt', 'wouldnt'],
  ...['couldnt', 'shouldnt', 'thats', 'whats', 'youre', 'theyre', "ain't", "needn't", "mightn't"],
];

const stopWords: ReadonlySet<string> = new Set([...stopwords, ...missingFromTheLibrary]);

/** Whether a folded English word tells nothing about the topic of a text. */
export const isStopWord = (word: string): boolean => stopWords.has(word);
