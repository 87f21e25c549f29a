import { normaliseNotePath } from '@cairn/notes';
import ignore, { type Ignore } from 'ignore';

/** Folder in which the sync keeps its own state. */
export const STATE_FOLDER = '.cairn-sync';
/** File that contains the id of the process that syncs the folder. */
export const LOCK_FILE = `${STATE_FOLDER}/lock`;
const FOREIGN_FOLDERS = new Set(['node_modules', 'bower_components']);

const isMarkdown = (name: string): boolean => /[^/]\.(md|markdown)$/i.test(name);

/**
 * Decides which paths take part in the sync: Markdown files outside hidden folders that no .gitignore excludes. The
 * same rule applies to folder and workspace, so a note that this folder may not have is neither written here nor
 * deleted there.
 */
export class SyncScope {
  private readonly rules = new Map<string, Ignore>();

  /** Adds the .gitignore of a folder. The .gitignore files of its parent folders must be added before. */
  add(folder: string, text: string): void {
    this.rules.set(folder, ignore().add(text));
  }

  hasFolder(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return !name.startsWith('.') && !FOREIGN_FOLDERS.has(name) && !this.isLeftOut(`${path}/`);
  }

  /** Tells whether a file takes part; its folders must already be known to take part. */
  hasFile(path: string, isOfKind: (name: string) => boolean = isMarkdown): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return !name.startsWith('.') && isOfKind(name) && !this.isLeftOut(path);
  }

  /** Tells whether a note takes part. The note's path comes from the workspace and is not trusted. */
  hasNote(path: string): boolean {
    try {
      if (normaliseNotePath(path) !== path) return false;
    } catch {
      return false;
    }
    const names = path.split('/');
    return names.slice(0, -1).every((_, at) => this.hasFolder(names.slice(0, at + 1).join('/'))) && this.hasFile(path);
  }

  /** Tells whether a path is excluded, by the innermost .gitignore that has a matching rule. */
  private isLeftOut(path: string): boolean {
    const names = path.replace(/\/$/, '').split('/').slice(0, -1);
    for (let depth = names.length; depth >= 0; depth -= 1) {
      const folder = names.slice(0, depth).join('/');
      const verdict = this.rules.get(folder)?.test(folder === '' ? path : path.slice(folder.length + 1));
      if (verdict?.ignored) return true;
      if (verdict?.unignored) return false;
    }
    return false;
  }
}
