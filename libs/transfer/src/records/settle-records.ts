import { FRONT_MATTER } from '@cairn/graph';
import type { CairnClient } from '../cairn-client.ts';
import type { MemoryChanges } from '../imports/importer.ts';
import {
  fileOf,
  applyFileState,
  type StoredMemory,
  type Replacements,
  type FileState,
} from '../imports/settle-files.ts';
import { recordSuccessions } from './record-successions.ts';

type RecordState = Omit<FileState, 'replaced'>;

/**
 * Settles decision records, and links each superseded record to its successor. All stored records of the repository are
 * considered, including records of other imports, so that the order of imports does not matter.
 */
export const applyRecordState = (client: CairnClient, settling: RecordState): Promise<MemoryChanges> =>
  applyFileState(client, { ...settling, replaced: (present) => findReplacements(present, settling) });

function findReplacements(present: readonly StoredMemory[], { said }: Pick<FileState, 'said'>): Replacements {
  const byPath = Map.groupBy(present, ({ externalId }) => fileOf(externalId ?? ''));
  const currentOf = new Map([...byPath].map(([path, some]) => [path, currentParts(some, said)]));
  const { successorOf, unlinked } = recordSuccessions(
    [...currentOf].map(([path, parts]) => ({
      ...{ path, title: parts[0]!.title, text: textOf(parts) },
    })),
  );
  const successors = [...successorOf].flatMap(([old, path]) => {
    const [successor] = currentOf.get(path)!;
    return currentOf.get(old)!.map(({ id }) => [id, successor!.id] as const);
  });
  const renewed = [...byPath].flatMap(([path, some]) => pairRenewedParts(some, currentOf.get(path)!));
  return { successors: new Map([...renewed, ...successors]), unlinked };
}

/** For a record, maps each part of the former text to the part of the new text that supersedes it. */
function pairRenewedParts(
  memories: readonly StoredMemory[],
  current: readonly StoredMemory[],
): (readonly [string, string])[] {
  const isHeld = current.every(({ state, provenance }) => state === 'active' && provenance['retired'] !== 'true');
  const former = memories.filter((each) => each.state === 'active' && !current.includes(each));
  const inOrder = former.toSorted((one, other) => firstLineOf(one) - firstLineOf(other));
  return isHeld ? inOrder.map(({ id }, at) => [id, (current[at] ?? current[0]!).id] as const) : [];
}

/**
 * Returns the memories with the current text of a record, in order: the memories that were just read, or else the
 * active memories, or else the memories that were stored last.
 */
function currentParts(memories: readonly StoredMemory[], externalIds: ReadonlySet<string>): StoredMemory[] {
  const read = memories.filter(({ externalId }) => externalIds.has(externalId ?? ''));
  const active = memories.filter(({ state }) => state === 'active');
  const last = memories.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, 1);
  const current = [read, active, last].find((some) => some.length > 0)!;
  return current.toSorted((one, other) => firstLineOf(one) - firstLineOf(other));
}

/**
 * Joins the parts of a record. Blank lines replace the heading that was removed after the front matter, so that line numbers
 * stay right.
 */
function textOf(parts: readonly StoredMemory[]): string {
  const text = parts.map(({ content }) => content).join('\n');
  const [first = 1, last = 1] = (parts[0]!.provenance['lines'] ?? '1-1').split('-').map(Number);
  const gone = Math.max(0, last - first + 1 - parts[0]!.content.split('\n').length);
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? '';
  return frontMatter + '\n'.repeat(gone) + text.slice(frontMatter.length);
}

const firstLineOf = ({ provenance }: StoredMemory): number => Number.parseInt(provenance['lines'] ?? '1', 10);
