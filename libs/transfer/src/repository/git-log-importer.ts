import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gitLogArguments, readGitLog, type ParsedLine, type ReadOptions, repositoryOf } from '@cairn/importers';
import { TransferFailure } from '../failure.ts';
import type { Importer } from '../imports/importer.ts';

const COMPLAINT_CHARS_MAX = 2_000;

/** Imports the commit messages of a repository from `git log`. */
export async function gitLogImporter(
  path: string,
  { name, since }: { readonly name?: string | undefined; readonly since?: string | undefined },
): Promise<Importer> {
  const root = resolve(path);
  if (!(await stat(root).catch(() => undefined))?.isDirectory()) throw new TransferFailure(`${root} is no folder`);
  const repository = await repositoryOf(root, name);
  return {
    files: [{ name: `git log of ${repository}`, bytes: 0 }],
    read: (options) => readCommits(root, { ...options, repository, since }),
    conflicts: 'fail',
  };
}

async function* readCommits(
  root: string,
  { since, ...options }: ReadOptions & { readonly repository: string; readonly since: string | undefined },
): AsyncGenerator<ParsedLine> {
  const gitArguments = ['-C', root, ...gitLogArguments, ...(since === undefined ? [] : [`--since=${since}`])];
  const git = spawn('git', gitArguments, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  git.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, COMPLAINT_CHARS_MAX)));
  const ended = once(git, 'close').then(
    ([code]) => (code === 0 ? undefined : complaint.trim() || `git ended with ${String(code)}`),
    (error: Error) => `git cannot be run: ${error.message}`,
  );
  try {
    yield* readGitLog(git.stdout, options);
  } finally {
    git.kill();
  }
  const problem = await ended;
  if (problem !== undefined) throw new TransferFailure(problem);
}
