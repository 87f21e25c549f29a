import { ownIdIn } from '../items/idempotency.ts';

/** An item with the ids by which other items cite it as their source. */
export interface NamedItem {
  readonly id: string;
  readonly source: string;
  readonly external_id: string | null;
}

/** A memory with the sources that it was made from. */
export interface DerivedMemory extends NamedItem {
  /** JSON list of references to sources. */
  readonly source_ids: string;
}

/** Selects the memories that were made from the given items, directly or through other memories. */
export function memoriesDerivedFrom<Memory extends DerivedMemory>(
  items: readonly NamedItem[],
  memories: readonly Memory[],
): Memory[] {
  const names = new Set(items.flatMap(namesOf));
  const taken = new Set(items.map(({ id }) => id));
  const made: Memory[] = [];
  for (let found = true; found;) {
    found = false;
    for (const memory of memories) {
      if (taken.has(memory.id) || !refsOf(memory).some((ref) => names.has(ref))) continue;
      taken.add(memory.id);
      made.push(memory);
      for (const name of namesOf(memory)) names.add(name);
      found = true;
    }
  }
  return made;
}

const namesOf = ({ id, source, external_id }: NamedItem): string[] =>
  external_id === null ? [id] : [id, sourceKeyOf(source, external_id)];

/**
 * Normalises the references to a memory's sources. A reference is either an id or an external id in the memory's own
 * source system, so each reference yields both forms.
 */
const refsOf = ({ source, source_ids }: DerivedMemory): string[] =>
  (JSON.parse(source_ids) as string[]).flatMap((ref) => [ownIdIn(ref) ?? '', sourceKeyOf(source, ref)]);

const sourceKeyOf = (source: string, externalId: string) => `${source}\n${externalId}`;
