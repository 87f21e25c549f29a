import type { PrincipalId, PrincipalKind, PrincipalSummary } from '@cairn/contracts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { formatName } from '../terminal/terminal-text.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id of a principal, given the id itself or a unique name. */
export async function principalOf(client: CairnClient, who: string): Promise<PrincipalId> {
  if (UUID.test(who)) return who as PrincipalId;
  const matches = await presentWithName(client, who);
  if (matches.length === 0)
    throw new CommandFailure('failed', `Nobody is named ${formatName(who)}. {cairn people list} shows all.`);
  return onlyOne(matches).principalId;
}

interface WantedPrincipal {
  readonly name: string;
  readonly kind?: PrincipalKind | undefined;
  readonly ownerId?: PrincipalId | undefined;
}

/**
 * Finds the principal for whom a key is asked by name; undefined if nobody has the name. Agents of other owners than the
 * wanted one may have the same name. Refuses a name of several, and a name of the other kind.
 */
export async function findNamesake(client: CairnClient, wanted: WantedPrincipal): Promise<PrincipalId | undefined> {
  const { name, kind, ownerId } = wanted;
  const namesakes = (await presentWithName(client, name)).filter(
    (one) => one.kind === 'person' || ownerId === undefined || one.owner?.principalId === ownerId,
  );
  if (namesakes.length === 0) return undefined;
  const present = onlyOne(namesakes);
  if ((kind ?? (ownerId && 'agent') ?? present.kind) !== present.kind)
    throw new CommandFailure('usage', `The name is taken: ${describe(present)}. Give another name.`);
  return present.principalId;
}

/** Refuses a name that a person or agent has, since commands take names for ids. */
export async function requireUnusedName(client: CairnClient, name: string): Promise<void> {
  const namesakes = await presentWithName(client, name);
  if (namesakes.length > 0)
    throw new CommandFailure('usage', `The name is taken: ${namesakes.map(describe).join('; ')}. Give another name.`);
}

async function presentWithName(client: CairnClient, who: string): Promise<PrincipalSummary[]> {
  const { principals, gone } = (await client.call('listPrincipals', {})).answer;
  return [...principals, ...gone].filter(({ name, leftAt }) => name === who && leftAt === null);
}

function onlyOne(namesakes: readonly PrincipalSummary[]): PrincipalSummary {
  if (namesakes.length === 1) return namesakes[0]!;
  throw new CommandFailure(
    'failed',
    `${namesakes.length} people or agents have this name; give an id (keys create --for ID): ${namesakes.map(describe).join('; ')}.`,
  );
}

const describe = ({ principalId, kind, name, owner }: PrincipalSummary): string =>
  `${principalId} is the ${kind} ${formatName(name)}${owner ? ` of ${formatName(owner.name)}` : ''}`;
