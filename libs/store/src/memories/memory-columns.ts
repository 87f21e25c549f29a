import { meaningColumns, type ItemRow } from '../kit/item-rows.ts';
import type { MemoryFields } from './acts.ts';

/** The columns of a memory that a change may set. */
export type Columns = Partial<Omit<ItemRow, 'seq' | 'id' | 'org_id' | 'version'>>;

/** Builds the columns that a change of fields sets; fields that are undefined stay unchanged. */
export function columnsOf({ tags, validFrom, validTo, provenance, ...fields }: MemoryFields): Columns {
  const { actionTriggers, forbids, instead, decides, value, ...same } = fields;
  const meaning = meaningColumns({ actionTriggers, forbids, instead, decides, value });
  const columns = {
    ...same,
    action_triggers: actionTriggers && meaning.action_triggers,
    forbids: forbids && meaning.forbids,
    instead: instead && meaning.instead,
    decides: decides === undefined ? undefined : meaning.decides,
    value,
    tags: tags && JSON.stringify(tags),
    provenance: provenance && JSON.stringify(provenance),
    valid_from: validFrom,
    valid_to: validTo,
    length: same.content?.length,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
