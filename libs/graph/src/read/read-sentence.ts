import { framesIn } from './frames.ts';
import type { StatedRelation } from './pairs.ts';
import { readNouns } from './read-nouns.ts';
import { readInverted, readVerb } from './read-verb.ts';
import type { Sentence } from './sentence.ts';

/** Reads all relations that a sentence states, by its verbs and its nouns. */
export function readSentence(sentence: Sentence): StatedRelation[] {
  const inverted = readInverted(sentence, framesIn('be', sentence), 0);
  return inverted.length > 0 ? inverted : sentence.items.flatMap((_, at) => readItem(sentence, at));
}

function readItem(sentence: Sentence, at: number): StatedRelation[] {
  if (sentence.verbAt(at)) return readVerb(sentence, at);
  return sentence.phrasesAt(at) ? readNouns(sentence, at, readSentence) : [];
}
