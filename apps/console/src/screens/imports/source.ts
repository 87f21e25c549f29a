import '../../api/no-eval.ts';
import { rulingKindOf } from '@cairn/contracts';
import {
  bytesOf,
  filesInZip,
  guessKind,
  importKinds,
  isForeignFile,
  isMarkdown,
  isRuleFile,
  readGitLog,
  readRecords,
  repositoryFilesAmong,
  type GuessedKind,
  type ParsedLine,
  type ReadableFile,
} from '@cairn/importers/in-browser';
import type { Dropped } from './dropped.ts';
import type { NamedKind } from './import-sources.ts';
import { memoriesOfNotes } from './notes.ts';
import { memoriesOfRecords, memoriesOfRepository } from './repository.ts';
import type { Line, ReadStep, Source } from './lines-of-file.ts';

type Visibility = 'private' | 'org';
type Kind = GuessedKind | NamedKind;

interface Reading {
  readonly visibility: Visibility;
  /** How the files are read, if the person said so. */
  readonly kind?: NamedKind | undefined;
}

/**
 * Detects the kind of what was dropped and creates its reader. Files of any size are read in pieces, as on the command
 * line.
 */
export async function sourceOf(dropped: Dropped, { visibility, kind: named }: Reading): Promise<Source> {
  const isZip = dropped.file !== undefined && /\.zip$/i.test(dropped.name);
  const all = isZip ? await filesInZip(dropped.file) : dropped.files;
  const kind = named ?? (await kindOf(dropped, all));
  if (kind === undefined) throw new Error('There is nothing in it.');
  const files = chooseFiles(kind, isZip ? filesOfZip(kind, all) : all);
  if (files.length === 0) throw new Error(`There is no file of this kind in it: ${wantedOf(kind)}.`);
  const name = dropped.name.replace(/\.[^.]*$/, '');
  const isRead = { visibility, name };
  return {
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    format: formatOf(kind),
    importKind: rulingKindOf(kind),
    isOftenThere: isNamed(kind) || (isOfChats(kind) && importKinds[kind].conflicts === 'present'),
    read: (onBytes) => readerOf(kind, files, { ...isRead, onBytes }),
  };
}

async function kindOf({ file }: Dropped, all: readonly ReadableFile[]): Promise<Kind | undefined> {
  const guessed = await guessKind(all);
  const isFolder = file === undefined || all.length > 1;
  const isText = guessed === undefined || guessed === 'markdown' || guessed === 'items';
  return isFolder && isText && repositoryFilesAmong(withoutRoot(all)).length > 0 ? 'repository' : guessed;
}

/** Names a format for people. Exports of ChatGPT and claude.ai have one file name, and their reader tells them apart. */
function formatOf(kind: Kind): string {
  if (kind === 'items') return 'jsonl';
  return kind === 'chatgpt' || kind === 'claude-ai' ? 'chatgpt, claude-ai' : kind;
}

const isNamed = (kind: Kind): kind is NamedKind =>
  kind === 'markdown' || kind === 'rules' || kind === 'adr' || kind === 'repository';

const wanted: Readonly<Record<NamedKind, string>> = {
  markdown: '.md files',
  rules: 'AGENTS.md, CLAUDE.md, or rules of another client',
  adr: '.md or .adoc files',
  repository: 'CODEOWNERS, OWNERS, package.json, compose.yaml, or decision records',
};
const wantedOf = (kind: Kind): string => (isNamed(kind) ? wanted[kind] : kind);

/** Leaves out of a zip what the drop of a folder leaves out; chats name their folders as they like. */
function filesOfZip(kind: Kind, all: readonly ReadableFile[]): readonly ReadableFile[] {
  const below = withoutRoot(all);
  const named = kind === 'markdown' ? all : below;
  return isNamed(kind) ? named.filter((_, at) => !isForeignFile(below[at]!)) : named;
}

/** Names files below the only folder of an archive, as they are named in the folder itself. */
function withoutRoot(files: readonly ReadableFile[]): readonly ReadableFile[] {
  const root = files[0]?.name.split('/', 1)[0];
  if (!files.every(({ name }) => name.startsWith(`${root}/`))) return files;
  return files.map((file) => ({ ...file, name: file.name.slice(root!.length + 1) }));
}

/** Chooses the files of a kind. A single file is chosen whatever its name is. */
function chooseFiles(kind: Kind, all: readonly ReadableFile[]): readonly ReadableFile[] {
  if (kind === 'repository') return repositoryFilesAmong(all);
  if (all.length === 1) return all;
  if (kind === 'markdown') return all.filter(isMarkdown);
  if (kind === 'rules') return all.filter(({ name }) => isRuleFile(name));
  if (kind === 'adr') return all.filter(({ name }) => /\.(?:md|markdown|adoc|asciidoc)$/i.test(name));
  return isOfChats(kind) ? importKinds[kind].choose(all) : all.slice(0, 1);
}

const isOfChats = (kind: Kind): kind is keyof typeof importKinds => kind in importKinds;

interface Options {
  readonly visibility: Visibility;
  readonly name: string;
  readonly onBytes: (bytes: number) => void;
}

function readerOf(kind: Kind, files: readonly ReadableFile[], options: Options): AsyncIterable<ReadStep> {
  const { name } = options;
  if (kind === 'markdown') return memoriesOfNotes(files, { ...options, kind, source: `obsidian:${name}` });
  if (kind === 'rules') return memoriesOfNotes(files, { ...options, kind, source: `rules:${name}` });
  if (kind === 'adr') return memoriesOfRecords(files, options);
  if (kind === 'repository') return memoriesOfRepository(files, options);
  return readFiles(kind, files, options);
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
