import type { Topic } from './topics.ts';
import { languageNames } from './vocabulary.ts';

/** The words of one clause where the other clause of the pair has different words. */
export type Phrase = readonly Topic[];

const NAME_CHARACTER = /\p{Lu}|[\d/_.]/u;
const NAME_SIGN = /[\d/_.]/;

export const isNamed = ({ raw }: Topic): boolean => NAME_CHARACTER.test(raw);
/** Whether a topic is a path, a host, a version or the like. */
export const isSigned = ({ raw }: Topic): boolean => NAME_SIGN.test(raw);
export const textOfPhrase = (phrase: Phrase): string => phrase.map(({ raw }) => raw).join(' ');
/** Whether a phrase names a language, which is used after "in" like a place. */
export const isLanguage = (phrase: Phrase): boolean => phrase.some(({ text }) => languageNames.has(text));
