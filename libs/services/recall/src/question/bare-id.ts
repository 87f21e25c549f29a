import type { ItemId } from '@cairn/contracts';

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/iu;
/** The words that stand beside an id where it is copied from an answer: `memory://ID`, `id ID`, `"messageId": "ID"`. */
const BESIDE = /^[\W_]*(?:(?:id|item|memory|message|note|section)[\W_]*)*$/iu;

/** The id that is all of a question. */
export function bareIdIn(query: string): ItemId | undefined {
  const id = ID.exec(query)?.[0];
  return id !== undefined && BESIDE.test(query.replace(id, ' ')) ? (id.toLowerCase() as ItemId) : undefined;
}
