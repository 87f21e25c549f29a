import { framesIn } from './frames.ts';
import type { StatedRelation } from './pairs.ts';
import { readNouns } from './read-nouns.ts';
import { readInverted, readVerb } from './read-verb.ts';
import { Sentence } from './sentence.ts';
import type { Context } from './context.ts';
import type { Word } from './word.ts';

export interface ReadSentence {
  readonly said: StatedRelation[];
  readonly sentence: Sentence;
}

/** Reads all relations that a sentence states, by its verbs and its nouns. */
export function readSentence(words: readonly Word[], context: Context): ReadSentence {
  const sentence = new Sentence(words, context);
  const inverted = readInverted(sentence, framesIn('be', sentence), 0);
  return { sentence, said: inverted.length > 0 ? inverted : sentence.items.flatMap((_, at) => readItem(sentence, at)) };
}

function readItem(sentence: Sentence, at: number): StatedRelation[] {
  if (sentence.verbAt(at)) return readVerb(sentence, at);
  return sentence.phrasesAt(at) ? readNouns(sentence, at, readSentence) : [];
}
