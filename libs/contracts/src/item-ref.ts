import { z } from 'zod';
import type { ItemId } from './ids.ts';

/** Length of a short id, which is the end of an item's id. Answers to models name items by their short ids. */
export const SHORT_ID_CHARS = 9;

/** Short id of an item: the end of its id, which is random, whereas the beginning encodes a time. */
export const shortIdOf = (id: string): string => id.slice(-SHORT_ID_CHARS);

/** Tells whether a reference is a short id, by its length. */
export const isShortId = (name: string): boolean => name.length === SHORT_ID_CHARS;

const SHORT_IDS = 10 ** SHORT_ID_CHARS;

/**
 * Makes the id of a new item from a UUIDv7 by replacing its end with decimal digits, since models read and copy three
 * digits as one token. The first of these digits is not 0, so that no digit is lost if a caller sends them as a number.
 */
export function itemIdFrom(uuid: string): ItemId {
  const [drawn] = crypto.getRandomValues(new BigUint64Array(1));
  const figures = SHORT_IDS / 10 + Number(drawn! % BigInt(SHORT_IDS - SHORT_IDS / 10));
  return `${uuid.slice(0, -SHORT_ID_CHARS)}${figures}` as ItemId;
}

/** Pattern of an id or a short id. */
const ITEM_REF = /^(?:[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{3})?[\da-fA-F]{9}$/;

/** Tells whether a schema accepts item references. */
export const isItemRef = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodString &&
  schema.def.checks?.some(({ _zod: { def } }) => 'pattern' in def && def.pattern === ITEM_REF) === true;

const itemRef = () =>
  z.string().regex(ITEM_REF, 'must be the id of an item as answers show it, such as 483920175, or the whole of it');

/**
 * Reference to an item in a request: its id, or the short id from an answer. Short ids are replaced when a request is
 * parsed, so handlers see only full ids.
 */
export const MemoryRef = itemRef().brand('MemoryId');
export const MessageRef = itemRef().brand('MessageId');
export const ItemRef = itemRef();
