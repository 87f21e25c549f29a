import type { ItemKind } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';

/** A query that must find an item, in the item's own words. */
export interface SampleQuestion {
  readonly kind: ItemKind;
  readonly query: string;
}

const QUESTION_WORDS = 8;
const READ_CHARS_MAX = 400;

/**
 * Builds queries for items from all parts of the file: from a memory, its title; from a message, its first words. None for an
 * unknown key.
 */
export function sampleQuestions(db: Database, keyHash: string, count: number): SampleQuestion[] {
  const rows = db
    .statement(
      `select kind, coalesce(title, substr(content, 1, ${READ_CHARS_MAX})) as text from item
        where org_id = (select org_id from api_key where hash = ?)
          and state = 'active' and visibility in ('org', 'team', 'channel')
        order by random() limit ?`,
    )
    .all(keyHash, count) as unknown as { kind: ItemKind; text: string }[];
  return rows.map(({ kind, text }) => ({ kind, query: firstWords(text) })).filter(({ query }) => query !== '');
}

const firstWords = (text: string) =>
  text.split(/\s+/).filter(Boolean).slice(0, QUESTION_WORDS).join(' ').slice(0, READ_CHARS_MAX);
