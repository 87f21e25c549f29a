import type { Pointer, Reading } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { ofDialect } from './dialect.ts';
import { prepared } from './prepared.ts';

/** What was read in a text, as its row has it. */
export const readingColumns = ({ questionShare, says, told }: Reading) => ({
  question_share: questionShare,
  says_time: Number(says.time),
  says_number: Number(says.number),
  says_name: Number(says.name),
  says_rule: Number(says.rule),
  told_from: told?.from ?? null,
  told_to: told?.to ?? null,
});

export interface ReadAnew {
  readonly pointer: Pointer;
  readonly reading: Reading;
}

export const readingValues = ({ pointer: { orgId, kind, id }, reading }: ReadAnew) => ({
  orgId,
  kind,
  id,
  ...readingColumns(reading),
});

/** Writes nothing where it says the same as before, and nothing of what is forgotten. */
export const readingQuery = ofDialect(({ queries }) =>
  prepared<ReturnType<typeof readingValues>>()((place) => {
    const columns = {
      question_share: place('question_share'),
      says_time: place('says_time'),
      says_number: place('says_number'),
      says_name: place('says_name'),
      says_rule: place('says_rule'),
      told_from: place('told_from'),
      told_to: place('told_to'),
    };
    const others = Object.entries(columns).map(
      ([column, value]) => sql<SqlBool>`${sql.ref(column)} is distinct from ${value}`,
    );
    return queries
      .updateTable('item')
      .set(columns)
      .where('org_id', '=', place('orgId'))
      .where('kind', '=', place('kind'))
      .where('id', '=', place('id'))
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or(others));
  }),
);
