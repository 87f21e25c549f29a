import type { Evidence, Memory, OwnersResponse } from '@cairn/contracts';
import { effectiveTime } from '@cairn/contracts';
import { sentencesOf } from '@cairn/text';

type SaidSentence = NonNullable<OwnersResponse['said']>[number];

const SENTENCES_MAX = 5;

interface Named {
  readonly entity: { readonly name: string };
  readonly evidence: readonly Evidence[];
}

/** The sentence of each memory that says who stands in a relation, with who wrote it and when. */
export function saidSentences(rows: readonly Named[], memories: ReadonlyMap<string, Memory>): SaidSentence[] {
  const told = new Map<string, SaidSentence>();
  for (const { entity, evidence } of rows)
    for (const { memoryId } of evidence) {
      const memory = memories.get(memoryId);
      const text = memory && sentenceNaming(memory.content, entity.name);
      if (memory && text !== undefined && told.size < SENTENCES_MAX)
        told.set(text, { memoryId: memory.id, text, at: effectiveTime(memory), by: memory.author });
    }
  return [...told.values()];
}

function sentenceNaming(content: string, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return sentencesOf(content).find(({ text }) => text.toLowerCase().includes(wanted))?.text;
}
