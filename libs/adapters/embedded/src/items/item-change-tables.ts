import { column, defineTable } from '@cairn/store';

/** Number of the newest changes that are recorded. */
export const CHANGES_KEPT = 16_384;

const record = (seq: string) => `insert into item_change (item_seq) ${seq};`;
const ofItem = (id: string) => record(`select seq from item where id = ${id}`);
const ofLinked = (row: 'new' | 'old') => record(`select seq from item where id in (${row}.newer_id, ${row}.older_id)`);
const ofSources = record(`select seq from item where id in (new.item_id, new.ref_id) union all
    select seq from item where org_id = new.org_id and kind in ('message', 'memory', 'note') and source = new.source
      and external_id = new.ref`);
/** Columns of text features that connections keep. The version of the rules and the norms may change without them. */
const KEPT_FEATURES = ['question_share', 'says_time', 'says_number', 'says_name', 'says_rule', 'told_from', 'told_to'];
const featuresOf = (row: 'new' | 'old') => `(${KEPT_FEATURES.map((column) => `${row}.${column}`).join(', ')})`;
/** Number that stands for every item, as when a name that they show was changed. */
export const EVERY_ITEM = 0;

/**
 * The newest changes of items: of their rows, text features, strengths, passages, writers, links and sources. A connection that keeps items in memory learns from
 * these which items it must read again. Triggers record the changes, so that no writer can leave one out. A new item is no
 * change, since its number tells it.
 */
const itemChange = defineTable({
  name: 'item_change',
  columns: { number: column.seq(), item_seq: column.int() },
  key: ['number'],
  moves: { leftBehind: 'Only connections to this file read it.' },
  afterwards: {
    sqlite: `
  create trigger item_change_bound after insert on item_change begin
    delete from item_change where number <= new.number - ${CHANGES_KEPT}; end;
  create trigger item_changed after update on item begin ${record('values (new.seq)')} end;
  create trigger item_removed after delete on item begin ${record('values (old.seq)')} end;
  create trigger text_features_changed after update on text_features when ${featuresOf('new')} is not ${featuresOf('old')} begin ${ofItem('new.item_id')} end;
  create trigger memory_strength_added after insert on memory_strength begin ${ofItem('new.memory_id')} end;
  create trigger memory_strength_changed after update on memory_strength begin ${ofItem('new.memory_id')} end;
  create trigger memory_strength_removed after delete on memory_strength begin ${ofItem('old.memory_id')} end;
  create trigger passages_added after insert on item_embedding begin ${record('values (new.item_seq)')} end;
  create trigger passages_changed after update on item_embedding when new.first_seq is not old.first_seq begin ${record('values (new.item_seq)')} end;
  create trigger passages_removed after delete on item_embedding begin ${record('values (old.item_seq)')} end;
  create trigger link_added after insert on memory_link begin ${ofLinked('new')} end;
  create trigger link_removed after delete on memory_link begin ${ofLinked('old')} end;
  create trigger source_added after insert on origin begin ${ofSources} end;
  create trigger writer_changed after update of name, kind on principal begin ${record(`values (${EVERY_ITEM})`)} end;
  create trigger writer_removed after delete on principal begin ${record(`values (${EVERY_ITEM})`)} end;`,
  },
});

export const itemChangeTables = [itemChange];
