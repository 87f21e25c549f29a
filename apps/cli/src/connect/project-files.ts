import { execFile } from 'node:child_process';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandFailure } from '../context/exit-codes.ts';
import { planLines, type PlannedEdit } from './edit-config.ts';

const run = promisify(execFile);

/**
 * Plans the exclusion of a project's file that will hold a key, and of its backups, from the repository, in the file that
 * git keeps for this clone alone. Fails if the repository has the file already, since the next commit would publish the key.
 */
export async function planExclusion(project: string, file: string): Promise<readonly PlannedEdit[]> {
  const prefix = await git(project, 'rev-parse', '--show-prefix');
  if (prefix === undefined) return [];
  if ((await git(project, 'ls-files', '--error-unmatch', '--', file)) !== undefined)
    throw new CommandFailure(
      'failed',
      `${file} is in the git repository, so the next commit would publish the key. Keep the key outside of the file with --secret env, or connect the whole account with --scope user.`,
    );
  const path = relative(project, file);
  if (path.startsWith('..') || isAbsolute(path)) return [];
  const pattern = `/${escapePattern(prefix.trim() + path.replaceAll('\\', '/'))}`;
  const [isIgnored, areBackupsIgnored] = await Promise.all([
    git(project, 'check-ignore', '--quiet', '--', file),
    git(project, 'check-ignore', '--quiet', '--', `${file}.before-cairn`),
  ]);
  const lines = [
    ...(isIgnored === undefined ? [pattern] : []),
    ...(areBackupsIgnored === undefined ? [`${pattern}.before-cairn*`] : []),
  ];
  if (lines.length === 0) return [];
  const exclude = await git(project, 'rev-parse', '--git-path', 'info/exclude');
  return [await planLines(resolve(join(project), exclude!.trim()), lines)];
}

const escapePattern = (path: string): string => path.replaceAll(/[\\*?[\] ]/g, '\\$&');

/** Output of a git command in a folder; undefined if git is missing, the folder is in no repository, or git answers no. */
async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run('git', ['-C', folder, ...args])).stdout;
  } catch {
    return undefined;
  }
}
