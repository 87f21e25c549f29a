import { limits, type NoteVersionEntry } from '@cairn/contracts';
import type { CairnClient } from '@cairn/transfer/cairn-client';

interface Where {
  readonly channel: string | undefined;
  /** True to export all versions of each note, oldest first, and deleted notes; false to export only current versions. */
  readonly whole: boolean;
  readonly signal: AbortSignal;
}

/** Yields a line for each note that the key may read. */
export async function* noteLinesOf(client: CairnClient, { channel, whole, signal }: Where): AsyncGenerator<object> {
  const read = whole ? versionsOf : presentOf;
  const { answer } = await client.call('workspaces', { query: { channel }, signal });
  for (const { name: workspace, visibility, channel: own } of answer.workspaces) {
    const place = { workspace, channel: own ?? channel };
    for (let after: string | null | undefined; after !== null;) {
      const query = { ...place, includeDeleted: whole, after };
      const { answer: page } = await client.call('listNotes', { query, signal });
      for (const { path } of page.notes) {
        const versions = await read(client, { ...place, path }, signal);
        yield { kind: 'note', workspace, ...(own && { channel: own }), visibility, path, versions };
      }
      after = page.nextAfter;
    }
  }
}

interface NotePlace {
  readonly workspace: string;
  readonly channel: string | undefined;
  readonly path: string;
}

async function presentOf(client: CairnClient, place: NotePlace, signal: AbortSignal): Promise<object[]> {
  const { version, at, author, text } = (await client.call('getNote', { query: { ...place }, signal })).answer;
  return [{ version, at, author, text }];
}

async function versionsOf(client: CairnClient, place: NotePlace, signal: AbortSignal): Promise<object[]> {
  const versions: object[] = [];
  for await (const { version, isDeleted, at, author } of entriesOf(client, place, signal)) {
    const text = isDeleted
      ? null
      : (await client.call('getNote', { query: { ...place, version }, signal })).answer.text;
    versions.push({ version, at, author, text });
  }
  return versions.reverse();
}

/** Yields the versions of a note, newest first. */
async function* entriesOf(
  client: CairnClient,
  place: NotePlace,
  signal: AbortSignal,
): AsyncGenerator<NoteVersionEntry> {
  const limit = limits.limit.max;
  for (let before: number | undefined, isLast = false; !isLast;) {
    const { answer } = await client.call('noteVersions', { query: { ...place, limit, before }, signal });
    yield* answer.versions;
    before = answer.versions.at(-1)?.version;
    isLast = answer.versions.length < limit || before === 1;
  }
}
