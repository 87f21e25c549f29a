import { codeownersPaths, isRecordFile } from '@cairn/graph';

/** Kinds of repository files from which the graph reads. */
export type FileKind =
  'codeowners' | 'owners' | 'aliases' | 'manifest' | 'compose' | 'organisation' | 'teams' | 'record';

/** File of a repository; its name is its path below the repository's root. */
interface NamedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Repository file about ownership or dependencies. */
export interface RepositoryFile extends NamedFile {
  readonly kind: FileKind;
}

/** Names of folders with third-party or generated files, which say nothing about this repository. */
export const foreignFolders: ReadonlySet<string> = new Set([
  ...['.git', 'node_modules', 'bower_components', 'vendor', 'third_party', 'dist'],
]);

/** Whether a file is below a folder of third-party or generated files, such as the rules that a dependency has for its own. */
export const isForeignFile = ({ name }: { readonly name: string }): boolean =>
  name.split('/').some((step) => foreignFolders.has(step));

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
 * Chooses the files that the graph reads. Of several CODEOWNERS files, only the file that the code host reads is taken. A
 * team file is taken only if its own folder or a folder above contains the file of its organisation.
 */
export function repositoryFilesAmong<File extends NamedFile>(all: readonly File[]): (File & RepositoryFile)[] {
  const owners = codeownersPaths.find((path) => all.some(({ name }) => name === path));
  const found = all.flatMap((file): (File & RepositoryFile)[] => {
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
export function organisationOf({ name }: NamedFile, files: readonly RepositoryFile[]): string | undefined {
  const folders = files.filter(({ kind }) => kind === 'organisation').map((file) => folderOf(file.name));
  const above = folders.filter((folder) => folder !== '' && name.startsWith(`${folder}/`));
  return above
    .toSorted((a, b) => b.length - a.length)[0]
    ?.split('/')
    .at(-1);
}

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
