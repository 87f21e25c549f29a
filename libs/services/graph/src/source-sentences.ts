import type { Evidence, GraphEntity, Memory, OwnersResponse } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';
import { sentencesOf } from '@cairn/text';

type SourceSentence = NonNullable<OwnersResponse['quotes']>[number];

const SENTENCES_MAX = 5;

interface Named {
  readonly entity: Pick<GraphEntity, 'name' | 'aliases'>;
  readonly evidence: readonly Evidence[];
}

/** Rows of an answer; `about` lists the known names of the requested entity. */
interface AnswerRows {
  readonly rows: readonly Named[];
  readonly about: readonly string[];
}

/**
 * Finds for each memory the sentence that states the relation, with its author and time. Takes the title if no sentence
 * states the relation.
 */
export function sourceSentences({ rows, about }: AnswerRows, memories: ReadonlyMap<string, Memory>): SourceSentence[] {
  const told = new Map<string, SourceSentence>();
  for (const { entity, evidence } of rows)
    for (const { memoryId, path } of evidence) {
      const memory = memories.get(memoryId);
      if (!memory || path !== undefined || told.size >= SENTENCES_MAX) continue;
      const text = sentenceNaming(memory, { names: [entity.name, ...entity.aliases], about });
      told.set(text, { memoryId: memory.id, text, at: effectiveTime(memory), by: memory.author });
    }
  return [...told.values()];
}

/**
 * Selects a sentence with both names, otherwise a sentence with the holder's name, otherwise a sentence with the
 * entity's name, otherwise the title.
 */
function sentenceNaming(
  { title, content }: Memory,
  { names, about }: { readonly names: readonly string[]; readonly about: readonly string[] },
): string {
  const found = sentencesOf(content).map(({ text }) => ({
    text,
    share: 2 * Number(hasOneOf(text, names)) + Number(hasOneOf(text, about)),
  }));
  const [best] = found.sort((a, b) => b.share - a.share);
  return best && best.share > 0 ? best.text : title;
}

const hasOneOf = (text: string, names: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return names.some((name) => lower.includes(name.toLowerCase()));
};
