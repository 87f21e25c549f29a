import type { PrincipalId } from '@cairn/contracts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id of a principal, given the id itself or a unique name. */
export async function principalOf(client: CairnClient, who: string): Promise<PrincipalId> {
  if (UUID.test(who)) return who as PrincipalId;
  const { principals, gone } = (await client.call('listPrincipals', {})).answer;
  const matches = [...principals, ...gone].filter(({ name, leftAt }) => name === who && leftAt === null);
  if (matches.length === 1) return matches[0]!.principalId;
  const why = matches.length === 0 ? 'Nobody' : `${matches.length} people or agents`;
  throw new CommandFailure('failed', `${why} of the organisation: ${who}. {cairn people list} shows ids.`);
}
