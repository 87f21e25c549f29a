import { ofDialect } from '../kit/dialect.ts';
import { itemColumns, type NewItemRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';

/** Inserts a row; does nothing if one of its unique keys exists already. */
export const insertItem = ofDialect(({ queries }) =>
  prepared<NewItemRow>()((place) =>
    queries
      .insertInto('item')
      .values(Object.fromEntries(itemColumns.map((name) => [name, place(name)])) as unknown as NewItemRow)
      .onConflict((clash) => clash.doNothing())
      .returning('seq'),
  ),
);
