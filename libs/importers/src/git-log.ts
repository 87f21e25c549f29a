import { describeIssues, limits, MemoryInput } from '@cairn/contracts';
import { OLDEST_DOCUMENT_MS } from './document-time.ts';
import { timeReader } from './foreign-times.ts';
import { ItemTimes } from './item-times.ts';
import type { ParsedLine, Place, ReadOptions } from './parsed.ts';

/** Arguments for `git` that produce the output that `readGitLog` parses, independent of the user's git settings. */
export const gitLogArguments = [
  ...['-c', 'log.showSignature=false', 'log', '-z', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv'],
  ...['--no-merges', '--no-color', '--encoding=UTF-8', '--format=%x1e%H%x1f%an%x1f%aI%x1f%s%x1f%b%x1f'],
];

const sourceOfGitLog = (repository: string): string => `git:${repository}`.slice(0, limits.name.max);

const CONTENT_CHARS_MAX = 60_000;
const FILES_SHOWN_MAX = 50;

interface Commit {
  readonly hash: string;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
  readonly body: string;
  readonly files: string[];
  filesBeyond: number;
}

/**
 * Reads the output of `git log` with `gitLogArguments`. Each commit becomes a memory with the time at which its author wrote
 * the commit.
 */
export async function* readGitLog(
  chunks: AsyncIterable<Uint8Array>,
  { repository, onBytes, visibility, now }: ReadOptions & { readonly repository: string },
): AsyncGenerator<ParsedLine> {
  const times = new ItemTimes(timeReader({ since: OLDEST_DOCUMENT_MS, now }));
  const dated = (commit: Commit) => times.take(memoryOf(commit, { repository, visibility }), [commit.date]);
  let commit: Commit | undefined;
  for await (const part of partsOf(chunks, onBytes)) {
    if (!part.startsWith('\u001E')) addFile(commit, part);
    else {
      if (commit) yield* dated(commit);
      commit = commitOf(part.slice(1));
    }
  }
  if (commit) yield* dated(commit);
  yield* times.finish();
}

/** Splits the output at NUL characters and drops the line feed before the first file of a commit. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  const utf8 = new TextDecoder();
  let rest = '';
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onBytes?.(bytes);
    const parts = (rest + utf8.decode(chunk, { stream: true })).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) yield part.replace(/^\n/, '');
  }
  if (rest.trim() !== '') yield rest.replace(/^\n/, '');
}

function commitOf(header: string): Commit {
  const [hash = '', author = '', date = '', subject = '', ...body] = header.split('\u001F');
  return { hash, author, date, subject, body: body.join('').trim(), files: [], filesBeyond: 0 };
}

/** Adds the path on a `--numstat` line (added lines, removed lines, path) to the commit. */
function addFile(commit: Commit | undefined, numstat: string): void {
  const path = /^(?:\d+|-)\t(?:\d+|-)\t(.+)$/su.exec(numstat)?.[1];
  if (!commit || path === undefined) return;
  if (commit.files.length < FILES_SHOWN_MAX) commit.files.push(path);
  else commit.filesBeyond += 1;
}

const CO_AUTHOR = /^Co-authored-by:([^<\n]*)</gimu;

function memoryOf(
  { hash, author, subject, body, files, filesBeyond }: Commit,
  { repository, visibility }: { readonly repository: string; readonly visibility: ReadOptions['visibility'] },
): ParsedLine {
  const place: Place = { file: hash.slice(0, 12), line: 1 };
  const others = [...body.matchAll(CO_AUTHOR)].map(([, name = '']) => name.trim());
  const people = [...new Set([author.trim(), ...others])].filter((name) => name !== '').slice(0, limits.entities.max);
  const beyond = filesBeyond > 0 ? ` and ${filesBeyond} more` : '';
  const changed = files.length > 0 ? `Changes ${files.join(', ')}${beyond}` : '';
  const parsed = MemoryInput.safeParse({
    store: 'episodic',
    category: 'event',
    title: (subject.trim() || `Commit ${hash.slice(0, 12)}`).slice(0, limits.memoryTitle.max),
    content:
      [subject, body, changed]
        .filter((text) => text.trim() !== '')
        .join('\n\n')
        .slice(0, CONTENT_CHARS_MAX)
        .trim() || `Commit ${hash.slice(0, 12)}`,
    source: sourceOfGitLog(repository),
    externalId: hash,
    provenance: {
      repository: repository.slice(0, limits.provenanceValue.max),
      commit: hash,
      author: author.slice(0, 200),
    },
    entities: people.map((name) => ({ name: name.slice(0, limits.entityName.max), type: 'person' })),
    ...(visibility && { visibility }),
  });
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  return { type: 'memory', place, input: parsed.data };
}
