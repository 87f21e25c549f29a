import type { OrgId } from '@cairn/contracts';
import type { Dialect } from '../kit/dialect.ts';

/** Selects the principals of an organisation, without those that have left. */
export const presentPrincipals = ({ queries }: Pick<Dialect, 'queries'>, orgId: OrgId) =>
  queries.selectFrom('principal').where('org_id', '=', orgId).where('left_at', 'is', null);

export const presentPrincipal = (dialect: Pick<Dialect, 'queries'>, orgId: OrgId, id: string) =>
  presentPrincipals(dialect, orgId).where('id', '=', id);
