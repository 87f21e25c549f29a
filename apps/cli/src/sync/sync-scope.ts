import { normaliseNotePath } from '@cairn/notes';
import ignore, { type Ignore } from 'ignore';

/** Where the sync keeps what it knows. */
export const STATE_FOLDER = '.cairn-sync';
/** Holds the id of the process that syncs the folder. */
export const LOCK_FILE = `${STATE_FOLDER}/lock`;
const FOREIGN_FOLDERS = new Set(['node_modules', 'bower_components']);

/**
 * Which paths take part: Markdown outside hidden folders that no .gitignore leaves out. It holds for both sides, so that a note which
 * this folder may not have is neither written here nor deleted there.
 */
export class SyncScope {
  private readonly rules = new Map<string, Ignore>();

  /** The .gitignore of a folder; those of outer folders are added before. */
  add(folder: string, text: string): void {
    this.rules.set(folder, ignore().add(text));
  }

  hasFolder(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return !name.startsWith('.') && !FOREIGN_FOLDERS.has(name) && !this.isLeftOut(`${path}/`);
  }

  /** Whether a file takes part, if its folders are known to. */
  hasFile(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return !name.startsWith('.') && /[^/]\.(md|markdown)$/i.test(name) && !this.isLeftOut(path);
  }

  /** Whether a note takes part. Its path comes from the workspace and is not trusted. */
  hasNote(path: string): boolean {
    try {
      if (normaliseNotePath(path) !== path) return false;
    } catch {
      return false;
    }
    const names = path.split('/');
    return names.slice(0, -1).every((_, at) => this.hasFolder(names.slice(0, at + 1).join('/'))) && this.hasFile(path);
  }

  /** The innermost .gitignore that says something decides. */
  private isLeftOut(path: string): boolean {
    const names = path.replace(/\/$/, '').split('/').slice(0, -1);
    for (let depth = names.length; depth >= 0; depth -= 1) {
      const folder = names.slice(0, depth).join('/');
      const said = this.rules.get(folder)?.test(folder === '' ? path : path.slice(folder.length + 1));
      if (said?.ignored) return true;
      if (said?.unignored) return false;
    }
    return false;
  }
}
