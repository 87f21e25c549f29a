import { promises as disk } from 'node:fs';
import {
  foreignFolders,
  isRuleFile,
  repositoryFilesAmong,
  type ImportFile,
  type RepositoryFile,
} from '@cairn/importers';

interface FoundFile extends ImportFile {
  readonly path: string;
}

/** Maximum size in bytes; a larger file is ignored. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Maximum depth of folders; it also ends cycles of folders. */
const FOLDER_LEVELS_MAX = 24;

interface RepositoryFiles {
  /** Files that the graph reads, sorted by path. */
  readonly files: (FoundFile & RepositoryFile)[];
  /** Paths of the files with rules for agents, which another import reads. */
  readonly rules: readonly string[];
}

/** Finds the files of a folder that the graph reads. Symbolic links are not followed. */
export async function findRepositoryFiles(root: string): Promise<RepositoryFiles> {
  const found = await filesIn(root, '', FOLDER_LEVELS_MAX);
  return {
    files: repositoryFilesAmong(found),
    rules: found.map(({ name }) => name).filter(isRuleFile),
  };
}

async function filesIn(root: string, folder: string, levelsBelow: number): Promise<FoundFile[]> {
  const entries = await disk.readdir(`${root}/${folder}`, { withFileTypes: true });
  const found: FoundFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && levelsBelow > 0 && !foreignFolders.has(entry.name))
      found.push(...(await filesIn(root, name, levelsBelow - 1)));
    if (!entry.isFile()) continue;
    const { size: bytes } = await disk.stat(`${root}/${name}`);
    if (bytes <= BYTES_MAX) found.push({ path: `${root}/${name}`, name, bytes });
  }
  return found;
}
