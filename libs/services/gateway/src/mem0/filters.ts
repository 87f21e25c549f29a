import { z } from 'zod';
import { entityFields, entityNames, refusal, type Entities } from './entities.ts';
import { Metadata, tagsOfMetadataFilter } from './metadata.ts';

const DEPTH_MAX = 3;
const allowed = `${entityNames.join(', ')}, metadata, and AND with a list of these`;

/** One condition, or several under AND. `z.unknown` since a filter is read key by key, to refuse each by its name. */
export const Filters = z.record(z.string(), z.unknown());

interface Wanted {
  readonly entities: Entities;
  /** Tags of the metadata that a memory must have. */
  readonly metadataTags: readonly string[];
}

/**
 * Reads the filters of mem0. Everything that would select more than all conditions together is refused: OR of several,
 * NOT and comparisons. Two values of one name match nothing, so they are refused too.
 */
export function readFilters(filters: Record<string, unknown>, place = 'filters', depth = 0): Wanted {
  let found: Wanted = { entities: {}, metadataTags: [] };
  for (const [name, value] of Object.entries(filters))
    for (const part of partsOf(name, value, { place, depth })) found = joined(found, part, place);
  return found;
}

interface At {
  readonly place: string;
  readonly depth: number;
}

function partsOf(name: string, value: unknown, { place, depth }: At): Wanted[] {
  const field = `${place}.${name}`;
  if (name === 'AND' || name === 'OR') {
    const list = z.array(Filters).safeParse(value);
    if (!list.success || depth >= DEPTH_MAX)
      throw refusal(field, 'is no list of conditions', `a list, ${DEPTH_MAX} deep`);
    if (name === 'OR' && !isSingle(list.data)) throw refusal(field, 'selects more than one condition', 'one condition');
    return list.data.map((each, at) => readFilters(each, `${field}.${at}`, depth + 1));
  }
  if (name === 'metadata') {
    const metadata = Metadata.safeParse(value);
    if (!metadata.success) throw refusal(field, 'is no object', 'names with the values that they must have');
    return [{ entities: {}, metadataTags: tagsOfMetadataFilter(metadata.data) }];
  }
  const entity = entityNames.find((each) => each === name);
  if (!entity) throw refusal(field, 'is no filter here', allowed);
  const id = entityFields[entity].safeParse(value);
  if (!id.success || id.data === undefined)
    throw refusal(field, 'is no id', 'a text of 1 to 90 characters, or * for any');
  return [{ entities: { [entity]: id.data }, metadataTags: [] }];
}

/** Whether an OR selects the same as an AND: it has one condition, of one name. */
const isSingle = ([only = {}, ...others]: readonly object[]): boolean =>
  others.length === 0 && Object.keys(only).length === 1;

function joined(one: Wanted, other: Wanted, place: string): Wanted {
  const twice = entityNames.find((name) => isOther(one.entities[name], other.entities[name]));
  if (twice) throw refusal(`${place}.${twice}`, 'has two values', 'one');
  return {
    entities: { ...one.entities, ...other.entities },
    metadataTags: [...one.metadataTags, ...other.metadataTags],
  };
}

const isOther = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

const PYTHON_TEXTS = /^\{'[^'"\\]*': '[^'"\\]*'(?:, '[^'"\\]*': '[^'"\\]*')*\}$/;

/** Reads filters from a query parameter: JSON, or the form in which Python's client sends a dictionary of texts. */
export function readFilterText(text: string): Record<string, unknown> {
  const json = PYTHON_TEXTS.test(text) ? text.replaceAll("'", '"') : text;
  try {
    return Filters.parse(JSON.parse(json));
  } catch {
    throw refusal(
      'filters',
      'cannot be read',
      `JSON in the query, or ${entityNames.join(', ')} as parameters of their own`,
    );
  }
}
