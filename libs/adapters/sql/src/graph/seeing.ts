import type { ScopeFields } from '../conditions.ts';
import type { StoreSession } from '../store/session.ts';
import { correctionsOf, type Corrections } from './corrections.ts';
import { seenBy, type SeenBy } from './in-scope.ts';

/** What every query of one question needs: whose eyes it is seen with, and which entities are one. */
export interface Seeing extends SeenBy {
  readonly corrections: Corrections;
}

/** Read once for a question, and not for each of its queries. */
export const seeing = async (session: StoreSession, scope: ScopeFields): Promise<Seeing> => ({
  ...seenBy(scope),
  corrections: await correctionsOf(session, scope.orgId),
});
