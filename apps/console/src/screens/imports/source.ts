import '../../api/no-eval.ts';
import {
  bytesOf,
  filesInZip,
  guessKind,
  importKinds,
  isMarkdown,
  readGitLog,
  readRecords,
  type GuessedKind,
  type ParsedLine,
  type ReadableFile,
} from '@cairn/importers/in-browser';
import { memoriesOfNotes } from './notes.ts';
import type { Line, ReadStep, Source } from './lines-of-file.ts';

type Visibility = 'private' | 'org';

/**
 * Detects the kind of a dropped file and creates its reader. A file of any size is read in pieces, as on the command
 * line.
 */
export async function sourceOf(file: File, visibility: Visibility): Promise<Source> {
  const all = /\.zip$/i.test(file.name)
    ? await filesInZip(file)
    : [{ name: file.name, bytes: file.size, open: () => file.stream() }];
  const kind = await guessKind(all);
  if (kind === undefined) throw new Error('There is nothing in it.');
  const files = chooseFiles(kind, all);
  return {
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    isOftenThere: kind === 'markdown' || (isOfChats(kind) && importKinds[kind].conflicts === 'present'),
    read: (onBytes) =>
      kind === 'markdown'
        ? memoriesOfNotes(files, { visibility, onBytes, source: `obsidian:${file.name.replace(/\.[^.]*$/, '')}` })
        : readFiles(kind, files, { visibility, onBytes }),
  };
}

/** Chooses the files of a kind. A single file is chosen whatever its name is. */
function chooseFiles(kind: GuessedKind, all: readonly ReadableFile[]): readonly ReadableFile[] {
  if (kind === 'markdown') return all.filter(isMarkdown);
  return all.length === 1 || !isOfChats(kind) ? all.slice(0, 1) : importKinds[kind].choose(all);
}

const isOfChats = (kind: GuessedKind): kind is keyof typeof importKinds => kind in importKinds;

interface Options {
  readonly visibility: Visibility;
  readonly onBytes: (bytes: number) => void;
}

async function* readFiles(
  kind: Exclude<GuessedKind, 'markdown'>,
  files: readonly ReadableFile[],
  options: Options,
): AsyncGenerator<ReadStep> {
  const [first] = files;
  if (!first) return;
  if (kind === 'items') yield* itemsOf(first, options);
  else {
    const unit = kind === 'chatgpt' || kind === 'claude-ai' ? 'Conversation' : kind === 'git-log' ? 'Commit' : 'Line';
    const placeOf = ({ place }: ParsedLine) =>
      `${files.length > 1 ? `${place.file}, ` : ''}${unit} ${kind === 'git-log' ? place.file : place.line}`;
    const parsedItems =
      kind === 'git-log'
        ? readGitLog(bytesOf(first), { ...options, repository: nameOf(first) })
        : importKinds[kind].read(files, options);
    for await (const parsed of parsedItems) {
      if (parsed.type === 'message' || parsed.type === 'memory')
        yield { place: placeOf(parsed), item: { ...parsed.input }, isRetimed: parsed.retimed !== undefined };
      if (parsed.type === 'failed') yield { place: placeOf(parsed), message: parsed.reason };
    }
  }
}

/** Derives the repository's name from the file name: `shop.git.log` gives `shop`. */
const nameOf = ({ name }: ReadableFile) => name.replace(/\..*$/, '');

/** Reads lines with the fields of the HTTP API. The server validates them. */
async function* itemsOf(file: ReadableFile, { onBytes }: Options): AsyncGenerator<ReadStep> {
  for await (const line of readRecords(file, onBytes)) {
    const place = `Line ${line.place.line}`;
    if ('problem' in line) yield { place, message: line.problem };
    else yield { place, item: withOwnId(line.record) };
  }
}

/** Uses the `id` of a line as its external id. */
function withOwnId({ id, ...item }: Line['item']): Line['item'] {
  return { source: 'jsonl', ...(id !== undefined && { externalId: String(id) }), ...item };
}
