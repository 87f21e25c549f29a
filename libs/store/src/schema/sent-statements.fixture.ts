import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { SqlStore } from '../kit/module.ts';

/**
 * Collects the statements that the commands of a store send to its database. Keeps each statement once, with the names of
 * the commands that send it.
 */
export class SentStatements {
  private readonly commandsBySql = new Map<string, Set<string>>();
  private readonly command = new AsyncLocalStorage<string>();

  /** Wraps a store, so that it is known which command sends a statement. */
  noting(store: SqlStore): SqlStore {
    return {
      read: (command, ...rest) => this.command.run(command, () => store.read(command, ...rest)),
      write: (command, ...rest) => this.command.run(command, () => store.write(command, ...rest)),
    };
  }

  add(sql: string): void {
    const command = this.command.getStore();
    if (!command || !/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return;
    const commands = this.commandsBySql.get(sql) ?? new Set();
    this.commandsBySql.set(sql, commands.add(command));
  }

  /** Compares the statements with the files of a folder. `npm run plans` rewrites them. */
  async expectIn(folder: URL): Promise<void> {
    const files = this.files();
    if (process.env['UPDATE_PLANS']) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, folder), text);
    }

    const names = (await readdir(folder)).sort();
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
    expect(files).toEqual(Object.fromEntries(names.map((name, at) => [name, texts[at]])));
  }

  /** Makes the content of one file for each feature, and of one file for statements that several features send. */
  private files(): Record<string, string> {
    const sections = [...this.commandsBySql].map(([sql, commands]) => {
      const [feature, ...others] = new Set([...commands].map((command) => command.split('.')[0]!));
      const text = `-- ${[...commands].sort().join(', ')}\n${onLines(sql)};\n`;
      return { file: `${others.length > 0 ? 'shared' : feature}.sql`, text };
    });
    const byFile = Object.groupBy(sections, ({ file }) => file);
    return Object.fromEntries(
      // Sorted, since commands that run side by side send their statements in any order.
      Object.entries(byFile).map(([file, own = []]) => [
        file,
        own
          .map(({ text }) => text)
          .sort()
          .join('\n'),
      ]),
    );
  }
}

const CLAUSE =
  / (from|where|(?:left |inner )?join|and|or|group by|having|order by|limit|union(?: all)?|set|values|on conflict|returning|select) /gi;

/** Puts each clause on a line of its own, so that a difference shows which clause has changed. */
const onLines = (sql: string): string => sql.trim().replaceAll(/\s+/g, ' ').replaceAll(CLAUSE, '\n  $1 ');
