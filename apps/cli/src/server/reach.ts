import type { PrincipalId } from '@cairn/contracts';
import type { Command } from 'commander';
import { principalOf } from './principal-of.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';

export interface ReachOptions {
  readonly channel?: string | undefined;
  /** Name or id of a principal, as typed. */
  readonly privateOf?: string | undefined;
}

export const privateOfOption = (command: Command): Command =>
  command.option('--private-of <who>', 'as an admin, private items of a principal; the audit names both');

/** Builds the query of a route from the options `--channel` and `--private-of`. */
export async function reachQueryOf(
  client: CairnClient,
  { channel, privateOf }: ReachOptions,
): Promise<{ channel: string | undefined; privateOf: PrincipalId | undefined }> {
  return { channel, privateOf: privateOf === undefined ? undefined : await principalOf(client, privateOf) };
}
