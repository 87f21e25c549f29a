import { promises as disk } from 'node:fs';
import { codeownersPaths, isRecordFile } from '@cairn/graph';
import type { ImportFile } from '@cairn/importers';

/** Kinds of repository files from which the graph reads. */
export type FileKind =
  'codeowners' | 'owners' | 'aliases' | 'manifest' | 'compose' | 'organisation' | 'teams' | 'record';

interface FoundFile extends ImportFile {
  readonly path: string;
}

/** Repository file about ownership or dependencies; its name is its path below the repository's root. */
export interface RepositoryFile extends FoundFile {
  readonly kind: FileKind;
}

/** Maximum size in bytes; a larger file is ignored. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Maximum depth of folders; it also ends cycles of folders. */
const FOLDER_LEVELS_MAX = 24;
/** Names of folders with third-party or generated files, which say nothing about this repository. */
const FOREIGN_FOLDERS = new Set(['.git', 'node_modules', 'bower_components', 'vendor', 'third_party', 'dist']);

/** Matches the folders of decision records. */
const RECORDS_FOLDER = /(?:^|\/)(?:adrs?|decisions|decision-records|architecture-decisions)\//iu;
export const isInRecordFolder = (path: string): boolean => RECORDS_FOLDER.test(path) && isRecordFile(path);

const kindByName: readonly { readonly name: RegExp; readonly kind: FileKind }[] = [
  { name: /(?:^|\/)OWNERS$/u, kind: 'owners' },
  { name: /^OWNERS_ALIASES$/u, kind: 'aliases' },
  { name: /(?:^|\/)package\.json$/u, kind: 'manifest' },
  { name: /(?:^|\/)(?:docker-)?compose(?:\.[\w-]+)*\.ya?ml$/u, kind: 'compose' },
  { name: /(?:^|\/)org\.ya?ml$/u, kind: 'organisation' },
  { name: /(?:^|\/)teams\.ya?ml$/u, kind: 'teams' },
];

/**
 * Finds the files of a folder that the graph reads, sorted by path. Symbolic links are not followed. Of several
 * CODEOWNERS files, only the file that the code host reads is taken. A team file is taken only if its own folder or a
 * folder above contains the file of its organisation.
 */
export async function findRepositoryFiles(root: string): Promise<RepositoryFile[]> {
  const all = await filesIn(root, '', FOLDER_LEVELS_MAX);
  const owners = codeownersPaths.find((path) => all.some(({ name }) => name === path));
  const found = all.flatMap((file): RepositoryFile[] => {
    const kind = file.name === owners ? 'codeowners' : kindOf(file.name);
    return kind === undefined ? [] : [{ ...file, kind }];
  });
  return found.filter((file) => file.kind !== 'teams' || organisationOf(file, found) !== undefined);
}

const kindOf = (path: string): FileKind | undefined =>
  kindByName.find(({ name }) => name.test(path))?.kind ?? (isInRecordFolder(path) ? 'record' : undefined);

/**
 * Name of the organisation to which a file belongs: the name of the nearest folder above that contains an organisation
 * file, as in `peribolos`.
 */
export function organisationOf({ name }: ImportFile, files: readonly RepositoryFile[]): string | undefined {
  const folders = files.filter(({ kind }) => kind === 'organisation').map((file) => folderOf(file.name));
  const above = folders.filter((folder) => folder !== '' && name.startsWith(`${folder}/`));
  return above
    .toSorted((a, b) => b.length - a.length)[0]
    ?.split('/')
    .at(-1);
}

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');

async function filesIn(root: string, folder: string, levelsBelow: number): Promise<FoundFile[]> {
  const entries = await disk.readdir(`${root}/${folder}`, { withFileTypes: true });
  const found: FoundFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && levelsBelow > 0 && !FOREIGN_FOLDERS.has(entry.name))
      found.push(...(await filesIn(root, name, levelsBelow - 1)));
    if (!entry.isFile()) continue;
    const { size: bytes } = await disk.stat(`${root}/${name}`);
    if (bytes <= BYTES_MAX) found.push({ path: `${root}/${name}`, name, bytes });
  }
  return found;
}
