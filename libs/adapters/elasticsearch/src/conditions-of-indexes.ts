import type { estypes } from '@elastic/elasticsearch';
import type { Connection } from './connection.ts';
import { wordFields, writeAliasOf } from './index-body.ts';

/** The state of one index, as the server reports it. */
export interface Condition {
  /** True if the index has our mapping. An index that somebody else created contains nothing that we can find. */
  readonly isOurs: boolean;
  readonly hasWriteAlias: boolean;
  /** Reason why the index accepts no writes; undefined if it accepts them. */
  readonly block: string | undefined;
}

const ANSWER_FIELDS = [
  '*.aliases',
  '*.mappings.dynamic',
  '*.mappings._source',
  '*.mappings._routing',
  `*.mappings.properties.${wordFields.message.terms}.similarity`,
  '*.settings.index.similarity',
  '*.settings.index.blocks',
  '*.settings.index.verified_before_close',
  '*.settings.index.uuid',
];

/** Reads the states of all indexes whose names match `index`, including closed indexes. */
export async function conditionsOf(connection: Connection, index: string): Promise<ReadonlyMap<string, Condition>> {
  const found = await connection.read((client, options) =>
    client.indices.get({ index, expand_wildcards: ['open', 'closed'], filter_path: ANSWER_FIELDS }, options),
  );
  return new Map(Object.entries(found).map(([name, state]) => [name, conditionOf(name, state)]));
}

/** Lists the indexes of which no copy can be searched. */
export async function redIndexes(connection: Connection, index: string): Promise<string[]> {
  const { indices = {} } = await connection.read((client, options) =>
    client.cluster.health({ index, level: 'indices', filter_path: 'indices.*.status' }, options),
  );
  return Object.entries(indices).flatMap(([name, { status }]) => (status === 'red' ? [name] : []));
}

function conditionOf(name: string, { aliases, mappings, settings }: estypes.IndicesIndexState): Condition {
  return {
    isOurs: isOurs(mappings, settings?.index?.similarity),
    hasWriteAlias: writeAliasOf(name) in (aliases ?? {}),
    block: blockOf(settings?.index ?? {}),
  };
}

/**
 * Tells whether an index is ours by a single field: a field can refer to a similarity only if the settings of the index
 * define it.
 */
function isOurs(
  mappings: estypes.MappingTypeMapping = {},
  similarities: Readonly<Record<string, unknown>> = {},
): boolean {
  const { terms } = wordFields.message;
  const field = mappings.properties?.[terms] as { similarity?: string } | undefined;
  const isStrict = mappings.dynamic === 'strict' && mappings._source?.enabled === false;
  const isScored = field?.similarity === terms && wordFields.memory.terms in similarities;
  return isStrict && isScored && mappings._routing?.required === true;
}

/** Names of the settings that block writes. */
const WRITE_BLOCKS = ['write', 'read_only', 'read_only_allow_delete'] as const;

function blockOf({ blocks = {}, verified_before_close: isClosed }: estypes.IndicesIndexSettings): string | undefined {
  if (isTrue(isClosed)) return 'is closed';
  return WRITE_BLOCKS.some((name) => isTrue(blocks[name])) ? 'is read-only' : undefined;
}

/** Reads a setting, which the server returns as text. */
const isTrue = (value: unknown): boolean => String(value) === 'true';
