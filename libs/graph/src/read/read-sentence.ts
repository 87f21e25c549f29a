import { framesIn } from './frames.ts';
import type { StatedRelation } from './pairs.ts';
import { readNouns } from './read-nouns.ts';
import { readInverted, readVerb } from './read-verb.ts';
import type { Sentence } from './sentence.ts';
import { mayBeSuccession, readSuccessions } from './successions.ts';

/**
 * Reads all relations that a sentence states, by its verbs and its nouns. `before` are the relations that the sentence before it states,
 * to which a sentence such as `now it is A` refers.
 */
export function readSentence(sentence: Sentence, before: readonly StatedRelation[] = []): StatedRelation[] {
  const inverted = readInverted(sentence, framesIn('be', sentence), 0);
  if (inverted.length > 0) return inverted;
  const stated = sentence.items.map((_, at) => ({ at, relations: readItem(sentence, at) }));
  const found = stated.filter(({ relations }) => relations.length > 0);
  return mayBeSuccession(sentence.words)
    ? readSuccessions(sentence, found, before)
    : found.flatMap(({ relations }) => relations);
}

function readItem(sentence: Sentence, at: number): StatedRelation[] {
  if (sentence.verbAt(at)) return readVerb(sentence, at);
  return sentence.phrasesAt(at) ? readNouns(sentence, at, (note) => readSentence(note)) : [];
}
