/** Maps a field to its usual value. Such a value says nothing, since nearly every item has it. */
const usualValueByField: Readonly<Record<string, unknown>> = { state: 'active', source: 'mcp' };

const ROUNDED_FIELDS = new Set(['score', 'similarity', 'rankScore', 'strength', 'confidence']);

/** Fields that the tools guarantee, so they stay even if they are empty. */
const alwaysPresentFields = new Set(['tags', '_id', 'role', 'content', 'sessionKey', 'timestamp']);

type Fields = Readonly<Record<string, unknown>>;

/** Shortens an item for the JSON part: drops empty fields and usual values, and rounds scores to two digits. */
export const shortenItem = <Item extends object>(item: Item): Item =>
  Object.fromEntries(
    Object.entries(item as Fields)
      .filter(
        ([name, value]) => alwaysPresentFields.has(name) || (!isEmpty(value) && usualValueByField[name] !== value),
      )
      .map(([name, value]) => [
        name,
        ROUNDED_FIELDS.has(name) && typeof value === 'number' ? roundToTwoDigits(value) : value,
      ]),
  ) as Item;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

export const roundToTwoDigits = (share: number): number => Math.round(share * 100) / 100;
