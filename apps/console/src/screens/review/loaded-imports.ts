import { limits, type ImportedMemory } from '@cairn/contracts';

/** Part of an import that is on the screen. */
export interface LoadedImport {
  readonly key: string;
  readonly importId: string;
  /** Name of the file or folder, else the id of the import. */
  readonly name: string;
  /** Memories that can be confirmed together: the first on the screen, up to what one request takes. */
  readonly ready: readonly ImportedMemory[];
  /** Whether more on the screen can be confirmed after these. */
  readonly hasMore: boolean;
  /** Number of those on the screen that read like planted instructions, which are confirmed one by one. */
  readonly suspect: number;
}

/** Groups the memories on the screen by the import that brought them, without imports of which nothing can be confirmed together. */
export const loadedImportsOf = (memories: readonly ImportedMemory[]): LoadedImport[] =>
  [...Map.groupBy(memories, keyOfImport)].flatMap(([key, group]) => {
    const ready = group.filter(({ signals }) => !signals);
    const { importId, name = importId } = group[0]!.importedBy;
    const suspect = group.length - ready.length;
    const { max } = limits.confirmedImports;
    const hasMore = ready.length > max;
    return ready.length === 0 ? [] : [{ key, importId, name, ready: ready.slice(0, max), hasMore, suspect }];
  });

const keyOfImport = ({ importedBy, writtenBy }: ImportedMemory) => `${writtenBy.principalId} ${importedBy.importId}`;
