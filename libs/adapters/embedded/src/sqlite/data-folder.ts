import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CairnError } from '@cairn/contracts';

/** A fault of a data folder and its remedy, each as a sentence. */
export interface FolderFault {
  readonly message: string;
  readonly todo: string;
}

const SQLITE_FILE_HEADER = 'SQLite format 3\0';
const OTHER_FOLDER_HINT = 'choose another folder (CAIRN_DATA_DIR, --data-dir)';
const CHOOSE_FOLDER_HINT = `C${OTHER_FOLDER_HINT.slice(1)}`;
const NAMES_SHOWN_MAX = 3;
/**
 * Tells whether a file may be in a folder that becomes our data folder: one of our own files, or a file that systems
 * and tools create everywhere.
 */
const isHarmless = (name: string) => /^(cairn\.|cli\.json|server\.log|lost\+found$|\.)/.test(name);

/**
 * Returns the reason why a folder cannot contain our data; undefined if it can. Changes nothing. For a missing folder,
 * the parent folder is checked instead.
 */
export function findFolderFault(dataDir: string): FolderFault | undefined {
  const found = statOf(dataDir);
  return found ? faultOfFound(dataDir, found.isDirectory()) : faultOfParent(dataDir);
}

/** Throws `data/unusable` if the folder has a fault. */
export function requireUsableFolder(dataDir: string): void {
  const fault = findFolderFault(dataDir);
  if (fault) throw unusableFolderError(fault);
}

export const unusableFolderError = ({ message, todo }: FolderFault, cause?: unknown): CairnError =>
  new CairnError('data/unusable', `${message}. ${todo}.`, { cause });

function faultOfFound(dataDir: string, isFolder: boolean): FolderFault | undefined {
  if (!isFolder) return { message: `${dataDir} is a file, no folder`, todo: CHOOSE_FOLDER_HINT };
  const file = join(dataDir, 'cairn.db');
  if (!existsSync(file)) return faultOfAccess(dataDir) ?? faultOfContent(dataDir);
  return faultOfAccess(dataDir) ?? faultOfAccess(file) ?? faultOfFile(file);
}

function faultOfParent(dataDir: string): FolderFault | undefined {
  const parent = dirname(dataDir);
  const found = statOf(parent);
  if (!found && parent !== dataDir) return faultOfParent(parent);
  return found?.isDirectory()
    ? faultOfAccess(parent)
    : { message: `${parent} is a file, no folder`, todo: CHOOSE_FOLDER_HINT };
}

/** Returns undefined for a path that does not exist or leads through a file. */
function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function faultOfAccess(path: string): FolderFault | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
      ? {
          message: `${path} is on a file system that can only be read`,
          todo: `Mount it for writing, or ${OTHER_FOLDER_HINT}`,
        }
      : {
          message: `${path} cannot be read and written by this user`,
          todo: `Give it to the user who runs Cairn (chown -R "$USER" ${path}), or ${OTHER_FOLDER_HINT}`,
        };
  }
}

function faultOfContent(dataDir: string): FolderFault | undefined {
  const others = readdirSync(dataDir).filter((name) => !isHarmless(name));
  if (others.length === 0) return undefined;
  const named = others.slice(0, NAMES_SHOWN_MAX).join(', ') + (others.length > NAMES_SHOWN_MAX ? ', …' : '');
  return {
    message: `${dataDir} holds something else (${named}) and no data of Cairn`,
    todo: `${CHOOSE_FOLDER_HINT}: a new or empty one`,
  };
}

function faultOfFile(file: string): FolderFault | undefined {
  const begin = Buffer.alloc(SQLITE_FILE_HEADER.length);
  const opened = openSync(file, 'r');
  const bytes = readSync(opened, begin);
  closeSync(opened);
  return bytes === 0 || begin.toString('latin1') === SQLITE_FILE_HEADER ? undefined : damagedFileFault(file);
}

export const damagedFileFault = (file: string): FolderFault => ({
  message: `${file} is damaged: it is no database, or not a whole one`,
  todo: 'Restore a backup of the folder, or move it away to start with an empty one',
});
