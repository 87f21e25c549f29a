import { describeIssues, MemoryInput, REPOSITORY_SOURCE, type Mention } from '@cairn/contracts';
import {
  normalisePath,
  readCodeowners,
  readDockerCompose,
  readGithubOrganisation,
  readOwnersAliases,
  readOwnersFile,
  readPackageManifest,
  YamlFault,
  type OwnersAliases,
  type ReadStatements,
  type SourceFile,
} from '@cairn/graph';
import type { ParsedLine, ReadOptions } from './parsed.ts';
import { organisationOf, type FileKind, type RepositoryFile } from './repository-files.ts';
import { recordFileOf, Records } from './record-memories.ts';
import { partsOf, type FilePart } from './file-parts.ts';
import { hashOf } from './hash-of.ts';

/** Source of all memories of one repository; they can be listed and forgotten by it. */
export const sourceOfRepository = (repository: string): string => `${REPOSITORY_SOURCE}${repository}`;

/** Context that the files of a repository share. */
interface RepositoryContext {
  readonly files: readonly RepositoryFile[];
  readonly aliases: OwnersAliases;
  /** Packages by their folder. */
  readonly packages: ReadonlyMap<string, Mention>;
  readonly records: Records;
}

interface ReadFile extends RepositoryFile {
  readonly source: SourceFile;
}

type Reader = (file: ReadFile, together: RepositoryContext) => ReadStatements;

const readers: Readonly<Record<Exclude<FileKind, 'aliases' | 'record'>, Reader>> = {
  codeowners: ({ source }, { packages }) => readCodeowners(source, packages),
  owners: ({ source }, { aliases }) => readOwnersFile(source, aliases),
  manifest: ({ source }, { packages }) => readPackageManifest(source, packages),
  compose: ({ source }) => readDockerCompose(source),
  organisation: (file, { files }) => readGithubOrganisation(file.source, organisationOf(file, files) ?? ''),
  teams: (file, { files }) => readGithubOrganisation(file.source, organisationOf(file, files) ?? ''),
};

interface RepositoryOptions extends ReadOptions {
  readonly repository: string;
  readonly textOf: (file: RepositoryFile) => Promise<string>;
}

/**
 * Reads a repository's files as memories: ownership, teams, dependencies and decision records. A file becomes one
 * memory, or several if the file is long. A memory's id derives from the file's name and content, so an unchanged file
 * gives the same memory again, and a changed file gives a new memory.
 */
export async function* repositoryMemories(
  files: readonly RepositoryFile[],
  { visibility, onBytes, ...options }: RepositoryOptions,
): AsyncGenerator<ParsedLine> {
  const together = await readTogether(files, options);
  let bytesRead = 0;
  for (const file of files) {
    for (const parsed of parsedOf(await withText(file, options), together))
      yield parsed.type === 'memory' && visibility ? { ...parsed, input: { ...parsed.input, visibility } } : parsed;
    bytesRead += file.bytes;
    onBytes?.(bytesRead);
  }
}

async function withText(file: RepositoryFile, { repository, textOf }: RepositoryOptions): Promise<ReadFile> {
  return {
    ...file,
    source: { repository, path: file.name, text: await textOf(file), saidAt: 0, memoryIdOf: () => '' },
  };
}

async function readTogether(files: readonly RepositoryFile[], options: RepositoryOptions): Promise<RepositoryContext> {
  const textsOf = (wanted: FileKind) =>
    Promise.all(files.filter(({ kind }) => kind === wanted).map((file) => withText(file, options)));
  const manifests = (await textsOf('manifest')).map(({ source }) =>
    undefinedOnError(() => readPackageManifest(source)),
  );
  const located = manifests.flatMap((one) => one?.statements ?? []).filter(({ type }) => type === 'located_in');
  const [aliases] = (await textsOf('aliases')).map(({ source }) =>
    undefinedOnError(() => readOwnersAliases(source.text)),
  );
  return {
    files,
    aliases: aliases ?? new Map(),
    packages: new Map(located.map(({ from, to }) => [normalisePath(to.name), from])),
    records: new Records(
      (await textsOf('record')).map(({ name, source }) => recordFileOf(name, source.text)),
      options.repository,
    ),
  };
}

/** Returns undefined on a read error; the error is reported when the file itself is imported. */
function undefinedOnError<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function parsedOf(file: ReadFile, together: RepositoryContext): ParsedLine[] {
  const place = (line: number) => ({ file: file.name, line });
  try {
    if (file.kind === 'aliases') {
      readOwnersAliases(file.source.text);
      return [];
    }
    if (file.kind === 'record') return together.records.memoriesOf(recordFileOf(file.name, file.source.text), {});
    const statements = readers[file.kind](file, together);
    const { parts, tooLong } = partsOf(file.source.text, statements);
    const telling = parts.filter(hasStatements);
    return [
      ...statements.failed.map(({ line, reason }): ParsedLine => ({ type: 'failed', place: place(line), reason })),
      ...tooLong.map((line): ParsedLine => ({ type: 'failed', place: place(line), reason: 'the line is too long' })),
      ...(telling.length === 0
        ? [{ type: 'ignored', place: place(1), why: 'a file without owners and dependencies' } as const]
        : []),
      ...telling.map((part) => memoryOf(file, part, parts.length)),
    ];
  } catch (error) {
    const line = error instanceof YamlFault ? error.line : 1;
    return [{ type: 'failed', place: place(line), reason: error instanceof Error ? error.message : String(error) }];
  }
}

const hasStatements = ({ relations, rules }: FilePart) => relations.length + rules.length > 0;

function memoryOf({ name, source }: ReadFile, part: FilePart, parts: number): ParsedLine {
  const { repository } = source;
  const place = { file: name, line: part.startLine };
  const fields = {
    ...{ title: titleOf(name, repository, part, parts), content: part.content, category: 'fact' },
    ...{ entities: part.entities, relations: part.relations, rules: part.rules },
  };
  const id = hashOf(JSON.stringify(fields)).slice(0, 16);
  const parsed = MemoryInput.safeParse({
    ...fields,
    source: sourceOfRepository(repository),
    externalId: `${name.slice(-400)}#${id}`,
    provenance: { repository, path: name.slice(-400), lines: `${part.startLine}-${part.endLine}` },
  });
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  return { type: 'memory', place, input: parsed.data };
}

const titleOf = (name: string, repository: string, { startLine, endLine }: FilePart, parts: number): string =>
  `${name} of ${repository}${parts > 1 ? `, lines ${startLine} to ${endLine}` : ''}`.slice(0, 300);
