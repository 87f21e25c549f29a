import type { OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { readerSql } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The scale of a model's cosines on the texts of an organisation. */
export interface MeasuredScale {
  /** The cosine of two unrelated texts. */
  readonly cosineNone: number;
  /** The cosine of a text and its nearest neighbour; greater than `cosineNone`. */
  readonly cosineFull: number;
  /** The standard deviation of the cosines between one text and all others. */
  readonly cosineSpread: number;
}

/** The measured scale of an organisation, for one generation of vectors. */
const similarityScale = defineTable({
  name: 'similarity_scale',
  columns: {
    org_id: column.id(),
    generation: column.int(),
    cosine_none: column.real(),
    cosine_full: column.real(),
    cosine_spread: column.real(),
    measured_at: column.time(),
  },
  key: ['org_id', 'generation'],
  appMay: 'select',
  moves: { leftBehind: 'Vectors are built and measured anew.' },
});

declare module '../kit/tables.ts' {
  interface Tables {
    similarity_scale: RowOf<typeof similarityScale>;
  }
}

interface ScaleName {
  readonly orgId: OrgId;
  readonly generation: number;
}

/**
 * The maximum number of characters of a text that are embedded for the measurement: about as many as models with short
 * inputs read.
 */
const TEXT_CHARS_MAX = 1_000;
/** The 1-based position from which the characters of an id are random; earlier characters encode the time. */
const RANDOM_FROM = 25;

const queriesOf = ofDialect(({ queries }) => ({
  of: prepared<ScaleName>()((place) =>
    queries
      .selectFrom('similarity_scale')
      .select(['cosine_none as cosineNone', 'cosine_full as cosineFull', 'cosine_spread as cosineSpread'])
      .where('org_id', '=', place('orgId'))
      .where('generation', '=', place('generation')),
  ),
  keep: prepared<RowOf<typeof similarityScale>>()((place) =>
    queries
      .insertInto('similarity_scale')
      .values({
        org_id: place('org_id'),
        generation: place('generation'),
        cosine_none: place('cosine_none'),
        cosine_full: place('cosine_full'),
        cosine_spread: place('cosine_spread'),
        measured_at: place('measured_at'),
      })
      .onConflict((conflict) => conflict.doNothing()),
  ),
  texts: prepared<{ orgId: OrgId; limit: number }>()((place) =>
    queries
      .selectFrom('item')
      .select('title')
      .select(sql<string>`substr(content, 1, ${sql.lit(TEXT_CHARS_MAX)})`.as('content'))
      .where('org_id', '=', place('orgId'))
      .where('state', '=', sql.lit('active'))
      .where(readerSql(), '=', '')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('closed_channel')
              .select('closed_channel.channel')
              .whereRef('closed_channel.org_id', '=', 'item.org_id')
              .whereRef('closed_channel.channel', '=', 'item.channel'),
          ),
        ),
      )
      .orderBy(sql`substr(cast(id as text), ${sql.lit(RANDOM_FROM)})`)
      .limit(place('limit')),
  ),
}));

const findScale = (tx: ReadTransaction, name: ScaleName): Promise<MeasuredScale | undefined> =>
  tx.get(queriesOf(tx.dialect).of, name);

/** Stores a scale, unless the organisation has one for this generation. */
async function storeScale(tx: Transaction, command: ScaleName & { scale: MeasuredScale }): Promise<void> {
  const { orgId: org_id, generation, scale } = command;
  const { cosineNone: cosine_none, cosineFull: cosine_full, cosineSpread: cosine_spread } = scale;
  const row = { org_id, generation, cosine_none, cosine_full, cosine_spread, measured_at: tx.now };
  await tx.run(queriesOf(tx.dialect).keep, row);
}

/**
 * Selects texts for the measurement: a fixed random sample of all stored items, each with title and beginning. Takes only
 * items that everyone in the organisation may read, since private text must not influence the answers of others.
 */
async function sampleTexts(tx: ReadTransaction, wanted: { orgId: OrgId; limit: number }): Promise<string[]> {
  const rows = await tx.all(queriesOf(tx.dialect).texts, wanted);
  return rows.map(({ title, content }) => (title ? `${title}\n${content}` : content));
}

/** Measured scales, by generation of vectors and organisation. */
export const similarityScales = feature('similarity-scales', {
  tables: [similarityScale],
  acrossOrganisations: ['keep'],
  reads: { of: findScale, texts: sampleTexts },
  writes: { keep: storeScale },
});
export type SimilarityScales = CallsOf<typeof similarityScales>;
