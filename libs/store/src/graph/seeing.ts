import type { ScopeFields } from '../kit/conditions.ts';
import { correctionsOf, type Corrections } from './corrections.ts';
import { seenBy, type SeenBy } from './in-scope.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** The parameters that all queries of one call share: the scope, and the corrections of managers. */
export interface GraphReaderContext extends SeenBy {
  readonly corrections: Corrections;
}

/** Reads the parameters of a call once for all its queries. */
export const graphReaderContextOf = async (tx: ReadTransaction, scope: ScopeFields): Promise<GraphReaderContext> => ({
  ...seenBy(scope),
  corrections: await correctionsOf(tx, scope.orgId),
});
