import type { Mention, Statements } from '@cairn/contracts';
import { statementsOfDeclarations } from '@cairn/graph';
import type { ItemRow } from '../kit/item-rows.ts';
import { declarationOf, declaredQueries } from './declaring.ts';
import { splitsOf } from './corrections.ts';
import { idOfMention, statementRowsOf, type RowsOfStatements, type SayingItem } from './said-rows.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** The statements of an item that is not active: an empty list. */
const NO_STATEMENTS: Statements = { statements: [], rules: [] };

type DeclaringItem = Pick<ItemRow, 'id' | 'org_id' | 'effective_at' | 'valid_from' | 'valid_to'>;

/** Builds all graph rows of an item in its current state from the statements in its text and its declarations. */
export async function correctedRows(
  tx: ReadTransaction,
  item: DeclaringItem & SayingItem & Pick<ItemRow, 'state'>,
  said: Statements,
): Promise<RowsOfStatements> {
  if (item.state !== 'active') return statementRowsOf(item, NO_STATEMENTS);
  const all = await withDeclared(tx, item, said);
  const splits = await splitsOf(tx, item.org_id, item.id);
  return statementRowsOf(item, splits.size === 0 ? all : renamedIn(all, splits));
}

/** Replaces the entities in an item's statements as managers' splits require. */
function renamedIn({ statements, rules, mentions = [] }: Statements, splits: ReadonlyMap<string, Mention>): Statements {
  const meant = (mention: Mention): Mention => splits.get(idOfMention(mention)) ?? mention;
  return {
    statements: statements.map((said) => ({ ...said, from: meant(said.from), to: meant(said.to) })),
    rules: rules.map((rule) => ({ ...rule, owners: rule.owners.map(meant) })),
    mentions: mentions.map(meant),
  };
}

/**
 * Adds the declared statements of an item. Reads them in this transaction, so that a declaration stored while the text was
 * read is not missed.
 */
async function withDeclared(tx: ReadTransaction, item: DeclaringItem, said: Statements): Promise<Statements> {
  const rows = await tx.all(declaredQueries(tx.dialect).ofItem, { orgId: item.org_id, id: item.id });
  const { effective_at: saidAt, valid_from: validFrom, valid_to: validTo } = item;
  const declared = statementsOfDeclarations(rows.map(declarationOf), { memoryId: item.id, saidAt, validFrom, validTo });
  return {
    statements: [...said.statements, ...declared.statements],
    rules: [...said.rules, ...declared.rules],
    mentions: [...(said.mentions ?? []), ...(declared.mentions ?? [])],
  };
}
