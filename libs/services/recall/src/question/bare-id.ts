import { SHORT_ID_CHARS, type ItemId } from '@cairn/contracts';

const ITEM_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/iu;
/** Matches the words around an id that was copied from an answer: `memory://ID`, `id ID`, `"messageId": "ID"`. */
const WORDS_AROUND_ID = /^[\W_]*(?:(?:id|item|memory|message|note|section)[\W_]*)*$/iu;

/** Finds the id in a question that consists of nothing else. */
export const bareIdIn = (query: string): ItemId | undefined => allOf(query, ITEM_ID) as ItemId | undefined;

const SHORT_ID = new RegExp(`(?<![\\w-])[\\da-f]{${SHORT_ID_CHARS}}(?![\\w-])`, 'iu');

/** Finds the short id in a question that consists of nothing else. */
export const bareEndIn = (query: string): string | undefined => allOf(query, SHORT_ID);

function allOf(query: string, form: RegExp): string | undefined {
  const name = form.exec(query)?.[0];
  return name !== undefined && WORDS_AROUND_ID.test(query.replace(name, ' ')) ? name.toLowerCase() : undefined;
}
