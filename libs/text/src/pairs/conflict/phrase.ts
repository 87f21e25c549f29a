import type { Topic } from './topics.ts';
import { languageNames } from './vocabulary.ts';

/** The words of one side in place of those of the other side. */
export type Phrase = readonly Topic[];

const NAMED = /\p{Lu}|[\d/_.]/u;
const SIGNED = /[\d/_.]/;

export const isNamed = ({ raw }: Topic): boolean => NAMED.test(raw);
/** Paths, hosts, versions and the like. */
export const isSigned = ({ raw }: Topic): boolean => SIGNED.test(raw);
export const saidOf = (phrase: Phrase): string => phrase.map(({ raw }) => raw).join(' ');
/** Languages stand where places do. */
export const isLanguage = (phrase: Phrase): boolean => phrase.some(({ text }) => languageNames.has(text));
