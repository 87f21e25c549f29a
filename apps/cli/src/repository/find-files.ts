import { promises as disk } from 'node:fs';
import { codeownersPaths } from '@cairn/graph';
import type { ImportFile } from '@cairn/importers';

/** What a file of a repository is for the graph. */
export type FileKind =
  'codeowners' | 'owners' | 'aliases' | 'manifest' | 'compose' | 'organisation' | 'teams' | 'record';

interface FoundFile extends ImportFile {
  readonly path: string;
}

/** A file that says something of who owns what, or what depends on what. Its name is its path below the root. */
export interface RepositoryFile extends FoundFile {
  readonly kind: FileKind;
}

/** A file that is larger is no such file, and not read. */
const BYTES_MAX = 4 * 1024 * 1024;
/** A limit, so that a folder that somehow holds itself ends. */
const LEVELS_BELOW = 24;
/** What others wrote, and what is made from the sources, says nothing of this repository. */
const FOREIGN_FOLDERS = new Set(['.git', 'node_modules', 'bower_components', 'vendor', 'third_party', 'dist']);

/** Markdown in a folder of decision records. */
const RECORD = /(?:^|\/)(?:adrs?|decisions|decision-records|architecture-decisions)\/(?:.*\/)?[^/]+\.md$/iu;
export const isInRecordFolder = (path: string): boolean => RECORD.test(path);

const kindByName: readonly { readonly name: RegExp; readonly kind: FileKind }[] = [
  { name: /(?:^|\/)OWNERS$/u, kind: 'owners' },
  { name: /^OWNERS_ALIASES$/u, kind: 'aliases' },
  { name: /(?:^|\/)package\.json$/u, kind: 'manifest' },
  { name: /(?:^|\/)(?:docker-)?compose(?:\.[\w-]+)*\.ya?ml$/u, kind: 'compose' },
  { name: /(?:^|\/)org\.ya?ml$/u, kind: 'organisation' },
  { name: /(?:^|\/)teams\.ya?ml$/u, kind: 'teams' },
  { name: RECORD, kind: 'record' },
];

/**
 * The files of a folder that the graph reads, in the order of their paths. Links are not followed. Of CODEOWNERS the one
 * that the code host reads. Team files count only where a file of their organisation stands above or beside them.
 */
export async function findRepositoryFiles(root: string): Promise<RepositoryFile[]> {
  const all = await filesIn(root, '', LEVELS_BELOW);
  const owners = codeownersPaths.find((path) => all.some(({ name }) => name === path));
  const found = all.flatMap((file): RepositoryFile[] => {
    const kind = file.name === owners ? 'codeowners' : kindByName.find(({ name }) => name.test(file.name))?.kind;
    return kind === undefined ? [] : [{ ...file, kind }];
  });
  return found.filter((file) => file.kind !== 'teams' || organisationOf(file, found) !== undefined);
}

/** The name of the organisation whose file stands in the nearest folder: as `peribolos` has it, the folder's name. */
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
