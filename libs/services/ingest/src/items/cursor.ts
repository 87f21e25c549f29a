import { CairnError, EpochMs, ListOrder, type ItemId } from '@cairn/contracts';
import type { ListPlace } from '@cairn/ports';
import { z } from 'zod';

const Cursor = z.tuple([ListOrder, EpochMs, z.uuid()]);

/** Encodes the position at which a list continues as an opaque text. */
export const cursorOf = (order: ListOrder, { id, time }: ListPlace): string =>
  Buffer.from(JSON.stringify([order, time, id])).toString('base64url');

/** Decodes a cursor. A cursor of a list in another order is `request/invalid`. */
export function placeOf(cursor: string, order: ListOrder): ListPlace {
  const read = Cursor.safeParse(jsonOf(cursor));
  if (!read.success) throw refusedError(cursor, 'is no cursor of a list', 'nextCursor of the page before');
  const [ofOrder, time, id] = read.data;
  if (ofOrder !== order)
    throw refusedError(cursor, `belongs to the order ${ofOrder}`, `a cursor of the order ${order}`);
  return { id: id as ItemId, time };
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const refusedError = (value: string, message: string, allowed: string) =>
  new CairnError('request/invalid', `cursor ${message}`, { issues: [{ field: 'cursor', message, value, allowed }] });
