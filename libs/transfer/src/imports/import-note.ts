import type { ExportedNote } from '@cairn/importers';
import { overwriteQuery, ServerRefusal, type CairnClient } from '../cairn-client.ts';

/**
 * Stores all versions of an exported note if its path is free. Returns false if the note already exists, and `differs`
 * if the path is taken by a note with a different text.
 */
export async function importNote(
  client: CairnClient,
  { workspace, channel, visibility, path, versions }: ExportedNote,
  { signal, overwrite }: { readonly signal: AbortSignal; readonly overwrite?: boolean | undefined },
): Promise<boolean | 'differs'> {
  const place = { workspace, channel, path };
  const present = await describeFound(client, place, signal);
  const last = versions.at(-1)!.text;
  if (present !== undefined) return present === last ? false : 'differs';
  for (const { text } of versions)
    if (text !== null)
      await client.call('putNote', { query: overwriteQuery(overwrite), body: { ...place, text, visibility }, signal });
    else await client.call('removeNote', { query: place, signal });
  return true;
}

async function describeFound(
  client: CairnClient,
  place: { readonly workspace: string; readonly channel: string | undefined; readonly path: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await client.call('getNote', { query: place, signal })).answer.text;
  } catch (error) {
    if (error instanceof ServerRefusal && error.status === 404) return undefined;
    throw error;
  }
}
