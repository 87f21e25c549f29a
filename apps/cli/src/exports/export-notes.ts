import { limits } from '@cairn/contracts';
import type { CairnClient } from '../server/cairn-client.ts';

interface Where {
  readonly channel: string | undefined;
  readonly signal: AbortSignal;
}

/** A line for each note that the key may read, with all its versions, oldest first. */
export async function* noteLinesOf(client: CairnClient, { channel, signal }: Where): AsyncGenerator<object> {
  const { answer } = await client.call('workspaces', { query: { channel }, signal });
  for (const { name: workspace, visibility, channel: own } of answer.workspaces) {
    const place = { workspace, channel: own ?? channel };
    for (let after: string | null | undefined; after !== null;) {
      const query = { ...place, includeDeleted: true, after };
      const { answer: page } = await client.call('listNotes', { query, signal });
      for (const { path } of page.notes) {
        const versions = await versionsOf(client, { ...place, path }, signal);
        yield { kind: 'note', workspace, ...(own && { channel: own }), visibility, path, versions };
      }
      after = page.nextAfter;
    }
  }
}

async function versionsOf(
  client: CairnClient,
  place: { readonly workspace: string; readonly channel: string | undefined; readonly path: string },
  signal: AbortSignal,
): Promise<object[]> {
  const { answer } = await client.call('noteVersions', { query: { ...place, limit: limits.limit.max }, signal });
  const versions: object[] = [];
  for (const { version, isDeleted, at, author } of answer.versions.toReversed()) {
    const text = isDeleted
      ? null
      : (await client.call('getNote', { query: { ...place, version }, signal })).answer.text;
    versions.push({ version, at, author, text });
  }
  return versions;
}
