import type { OrgId } from '@cairn/contracts';
import type { Dialect } from './dialect.ts';

/** One principal of an organisation, unless it has left. */
export const presentPrincipal = ({ queries }: Pick<Dialect, 'queries'>, orgId: OrgId, id: string) =>
  queries.selectFrom('principal').where('org_id', '=', orgId).where('id', '=', id).where('left_at', 'is', null);
