import { createHash } from 'node:crypto';
import type {
  EntityType,
  Evidence,
  GraphEntity,
  Mention,
  PathRule,
  RuleStatement,
  Statement,
  Statements,
} from '@cairn/contracts';
import { canonicalKey, collectMentions, nameTokens, normaliseName, normalisePath } from '@cairn/graph';
import type { NewItemRow } from '../kit/item-rows.ts';
import { readerOf } from '../kit/conditions.ts';
import type { MentionRow, NameRow, RuleRow, StatementRow, TokenRow } from './tables.ts';

/** The maximum length of a stored name, in characters: nobody asks about a longer name, and no index can contain it. */
const NAME_CHARS_MAX = 300;
const REPOSITORY_CHARS_MAX = 200;
const TYPE_CHARS_MAX = 60;

/** The rows for all statements of an item; these rows depend on the item alone. */
export interface RowsOfStatements {
  readonly statements: readonly StatementRow[];
  readonly mentions: readonly MentionRow[];
  readonly names: readonly NameRow[];
  readonly rules: readonly RuleRow[];
}

const hashText = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Makes the id of the entity with a canonical key. The id begins with the type, so that `typeOfId` can read it. */
export const idOfKey = (key: string): string => `${key.slice(0, key.indexOf(':'))}:${hashText(key)}`;

export const typeOfId = (id: string): EntityType => id.slice(0, id.indexOf(':')) as EntityType;

export const idOfMention = (mention: Pick<GraphEntity, 'type' | 'name' | 'repository'>): string =>
  idOfKey(canonicalKey(mention));

/** The reader word of an item. The word of a peer channel is hashed, so that it fits into any index. */
export function readerWord(row: Pick<NewItemRow, 'visibility' | 'principal_id' | 'channel'>): string {
  const word = readerOf(row);
  return row.visibility === 'peer' ? `peer ${hashText(word)}` : word;
}

/** The columns of an item that its statements depend on. */
export type SayingItem = Pick<NewItemRow, 'org_id' | 'id' | 'visibility' | 'principal_id' | 'channel'>;

export function statementRowsOf(item: SayingItem, said: Statements): RowsOfStatements {
  const common = { org_id: item.org_id, item_id: item.id, reader: readerWord(item) };
  const kept: Statements = {
    statements: said.statements.map(cleanStatement).filter(isKept),
    rules: said.rules.map(cleanRule).filter(isKeptRule),
    mentions: (said.mentions ?? []).map(cleanMention).filter(isShort),
  };
  const names = namesOf(common, collectMentions(kept));
  return {
    statements: withPlaces(kept.statements.map((statement) => statementRow(common, statement))),
    mentions: names.map(({ org_id, entity_id, ref, reader }) => ({ org_id, item_id: item.id, entity_id, ref, reader })),
    names,
    rules: withPlaces(kept.rules.map((rule) => ruleRow(common, rule))),
  };
}

type Common = Pick<StatementRow, 'org_id' | 'item_id' | 'reader'>;

const removeControlCharacters = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

const cleanMention = ({ name, repository, aliases, ...mention }: Mention): Mention => ({
  ...mention,
  name: removeControlCharacters(name),
  ...(repository === undefined ? {} : { repository: removeControlCharacters(repository) }),
  ...(aliases === undefined ? {} : { aliases: aliases.map(removeControlCharacters) }),
});

const cleanEvidence = ({ repository, path, ...evidence }: Evidence): Evidence => ({
  ...evidence,
  ...(repository === undefined ? {} : { repository: removeControlCharacters(repository) }),
  ...(path === undefined ? {} : { path: removeControlCharacters(path) }),
});

const cleanStatement = (said: Statement): Statement => ({
  ...said,
  type: removeControlCharacters(said.type),
  from: cleanMention(said.from),
  to: cleanMention(said.to),
  evidence: cleanEvidence(said.evidence),
});

const cleanRule = ({ owners, repository, ...rule }: RuleStatement): RuleStatement => ({
  ...rule,
  repository: removeControlCharacters(repository),
  owners: owners.map(cleanMention),
});

const isShort = ({ name, repository = '' }: Mention) =>
  name.length > 0 && name.length <= NAME_CHARS_MAX && repository.length <= REPOSITORY_CHARS_MAX;

const isKept = ({ from, to, type }: Statement) => isShort(from) && isShort(to) && type.length <= TYPE_CHARS_MAX;

const isKeptRule = ({ owners, repository }: RuleStatement) =>
  repository.length <= REPOSITORY_CHARS_MAX && owners.every(isShort);

/**
 * Removes duplicate rows and numbers the remaining rows in an order that does not depend on the order of the statements.
 */
function withPlaces<Row>(rows: readonly Row[]): (Row & { readonly place: number })[] {
  const byText = new Map(rows.map((row) => [JSON.stringify(row), row]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row], place) => ({ ...row, place }));
}

const statementRow = (common: Common, { from, to, type, says, ...said }: Statement): Omit<StatementRow, 'place'> => ({
  ...common,
  from_id: idOfMention(from),
  type,
  to_id: idOfMention(to),
  says,
  confidence: said.confidence,
  said_at: said.saidAt,
  valid_from: said.validFrom ?? null,
  valid_to: said.validTo ?? null,
  repository: said.evidence.repository ?? null,
  path: said.evidence.path ?? null,
  line: said.evidence.line ?? null,
});

function ruleRow(common: Common, { owners, evidence, ...said }: RuleStatement): Omit<RuleRow, 'place'> {
  const rule: PathRule = {
    ...said,
    owners: [...new Set(owners.map(idOfMention))],
    evidence: [{ ...evidence, memoryId: common.item_id }],
  };
  return {
    ...common,
    repository: said.repository,
    home: normaliseName(said.repository),
    rule: JSON.stringify(rule),
    order_in_file: said.order,
  };
}

function namesOf({ org_id, reader }: Common, mentions: readonly Mention[]): NameRow[] {
  const rows = mentions.flatMap((mention) => [
    nameRow({ org_id, reader }, mention, mention.name, 0),
    ...(mention.aliases ?? [])
      .filter((alias) => isShort({ ...mention, name: alias }) && alias !== mention.name)
      .map((alias) => nameRow({ org_id, reader }, mention, alias, 1)),
  ]);
  return [...new Map(rows.map((row) => [`${row.entity_id} ${row.ref}`, row])).values()];
}

function nameRow(common: Pick<NameRow, 'org_id' | 'reader'>, mention: Mention, name: string, is_alias: 0 | 1): NameRow {
  const { type, repository = '' } = mention;
  return {
    ...common,
    entity_id: idOfMention(mention),
    ref: hashText(JSON.stringify([name, repository, is_alias])),
    type,
    name,
    normal: normaliseName(name),
    repository,
    home: normaliseName(repository),
    place: type === 'path' ? normalisePath(name) : '',
    is_alias,
  };
}

export function tokensOfName({ org_id, entity_id, reader, ref, name }: NameRow): TokenRow[] {
  const tokens = nameTokens(name);
  return tokens.map((token) => ({ org_id, token, entity_id, reader, ref, size: tokens.length }));
}
