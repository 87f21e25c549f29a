import { fileURLToPath } from 'node:url';
import { StaticFiles } from '../pages/static-files.ts';

const INDEX_PAGE = 'index.html';

/** Files of the built console. */
export class ConsoleFiles {
  private readonly files: StaticFiles;

  constructor(folder = fileURLToPath(new URL('./console/', import.meta.url))) {
    this.files = new StaticFiles(folder);
  }

  /** Finds a file by its path below the folder. Never returns the page, which needs a nonce. */
  async find(path: string) {
    return path === INDEX_PAGE ? undefined : this.files.find(path);
  }

  /** Text of the page; undefined if the console is not built. */
  async page(): Promise<string | undefined> {
    return (await this.files.find(INDEX_PAGE))?.bytes.toString('utf8');
  }
}
