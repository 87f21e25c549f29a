import type { PrincipalId } from '@cairn/contracts';
import type { Command } from 'commander';
import { principalOf } from './principal-of.ts';
import type { CairnClient } from './cairn-client.ts';

export interface ReachOptions {
  readonly channel?: string | undefined;
  /** A name or an id, as it was typed. */
  readonly privateOf?: string | undefined;
}

export const privateOfOption = (command: Command): Command =>
  command.option('--private-of <who>', 'as an admin, what is private to them, by name or id; the audit names both');

/** Where a command looks, as the routes take it. */
export async function reachOf(
  client: CairnClient,
  { channel, privateOf }: ReachOptions,
): Promise<{ channel: string | undefined; privateOf: PrincipalId | undefined }> {
  return { channel, privateOf: privateOf === undefined ? undefined : await principalOf(client, privateOf) };
}
