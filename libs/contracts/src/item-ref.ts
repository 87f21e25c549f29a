import { z } from 'zod';
import type { ItemId } from './ids.ts';

/** How many characters at the end of an item's id name it in answers for models. */
export const SHORT_ID_CHARS = 9;

/** What names an item in a few tokens: the end of its id, which is random where the beginning is a time. */
export const shortIdOf = (id: string): string => id.slice(-SHORT_ID_CHARS);

/** Whether a name of an item is its short id. */
export const isShortId = (name: string): boolean => name.length === SHORT_ID_CHARS;

const SHORT_IDS = 10 ** SHORT_ID_CHARS;

/**
 * The id of a new item, made of a UUIDv7: it ends in figures, since a model reads and copies three of them as one token. None begins
 * with 0, so that who sends them as a number sends them all.
 */
export function itemIdFrom(uuid: string): ItemId {
  const [drawn] = crypto.getRandomValues(new BigUint64Array(1));
  const figures = SHORT_IDS / 10 + Number(drawn! % BigInt(SHORT_IDS - SHORT_IDS / 10));
  return `${uuid.slice(0, -SHORT_ID_CHARS)}${figures}` as ItemId;
}

/** An id, or the end of one. */
const ITEM_REF = /^(?:[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{3})?[\da-fA-F]{9}$/;

/** Whether a schema is of such a name. */
export const isItemRef = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodString &&
  schema.def.checks?.some(({ _zod: { def } }) => 'pattern' in def && def.pattern === ITEM_REF) === true;

const itemRef = () =>
  z.string().regex(ITEM_REF, 'must be the id of an item as answers show it, such as 483920175, or the whole of it');

/**
 * An item in a request: its id, or the short id that answers show of it. The door of a route puts the id in the place of a short one, so
 * that handlers see ids alone.
 */
export const MemoryRef = itemRef().brand('MemoryId');
export const MessageRef = itemRef().brand('MessageId');
export const ItemRef = itemRef();
