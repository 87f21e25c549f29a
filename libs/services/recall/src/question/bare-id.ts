import { SHORT_ID_CHARS, type ItemId } from '@cairn/contracts';

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/iu;
/** Words next to an id that is copied from an answer: `memory://ID`, `id ID`, `"messageId": "ID"`. */
const BESIDE = /^[\W_]*(?:(?:id|item|memory|message|note|section)[\W_]*)*$/iu;

/** The id of a question that consists of one. */
export const bareIdIn = (query: string): ItemId | undefined => allOf(query, ID) as ItemId | undefined;

const SHORT_ID = new RegExp(`(?<![\\w-])[\\da-f]{${SHORT_ID_CHARS}}(?![\\w-])`, 'iu');

/** The end of an id, of a question that consists of one. */
export const bareEndIn = (query: string): string | undefined => allOf(query, SHORT_ID);

function allOf(query: string, form: RegExp): string | undefined {
  const name = form.exec(query)?.[0];
  return name !== undefined && BESIDE.test(query.replace(name, ' ')) ? name.toLowerCase() : undefined;
}
