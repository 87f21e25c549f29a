import { entityTypes, type EntityType, type Mention, type Statement, type Statements } from '@cairn/contracts';
import { englishReader, readCodeowners, readPackageManifest, type ReadStatements } from '@cairn/graph';
import type { GraphMemory, GraphSet } from './graph-set.ts';

export const graphSources = ['declared', 'raw', 'text'] as const;
export type GraphSource = (typeof graphSources)[number];

/** Statements of one conversation read from one kind of source, and the memories that it cannot read. */
export interface Said extends Statements {
  readonly unread: readonly GraphMemory[];
}

export function saidIn(set: GraphSet, conversation: string, source: GraphSource): Said {
  const memories = set.memories.filter((memory) => memory.conversation === conversation);
  if (source === 'raw') return rawOf(set, memories);
  const read = source === 'declared' ? declaredBy : writtenIn;
  return { statements: memories.flatMap(read), rules: [], unread: [] };
}

const repositoryOf = ({ tags }: GraphMemory) => tags.at(-1) ?? '';

function declaredBy(memory: GraphMemory): Statement[] {
  const types = new Map(memory.entities.map(({ name, type }) => [name, type]));
  const mention = (name: string): Mention => ({
    name,
    type: typeOf(types.get(name) ?? ''),
    repository: repositoryOf(memory),
  });
  return memory.relations.map(({ from, type, to }) => ({
    from: mention(from),
    type,
    to: mention(to),
    says: 'holds',
    confidence: 1,
    saidAt: memory.timestamp ?? 0,
    evidence: { memoryId: memory.id },
  }));
}

const typeOf = (text: string): EntityType => entityTypes.find((type) => type === text) ?? 'unknown';

const readEnglish = await englishReader();

function writtenIn(memory: GraphMemory): Statement[] {
  const { title, content, timestamp = 0, id } = memory;
  return readEnglish({
    title,
    content,
    saidAt: timestamp,
    evidence: { memoryId: id },
    repository: repositoryOf(memory),
  });
}

/** Reassembles the files from which the lines were taken; a package's folder is the path of its file. */
function rawOf(set: GraphSet, memories: readonly GraphMemory[]): Said {
  const paths = new Map(
    set.nodes.flatMap(({ repo, name, path }) => (path ? [[`${repo}#${name}`, path] as const] : [])),
  );
  const manifests = memories.filter(({ raw }) => raw?.startsWith('{'));
  const rules = memories.filter(({ tags }) => tags.includes('CODEOWNERS'));
  const repositories = [...new Set(rules.map(repositoryOf))];
  const read = [
    ...manifests.map((memory) => manifestOf(memory, paths)),
    ...repositories.map((repository) => codeownersOf(repository, rules, packagesByFolder(set, repository))),
  ];
  const unread = memories.filter((memory) => !manifests.includes(memory) && !rules.includes(memory));
  return { statements: read.flatMap(({ statements }) => statements), rules: read.flatMap((one) => one.rules), unread };
}

function manifestOf(memory: GraphMemory, paths: ReadonlyMap<string, string>): ReadStatements {
  const repository = repositoryOf(memory);
  const text = memory.raw ?? '';
  const { name } = JSON.parse(text) as { name?: string };
  const path = `${paths.get(`${repository}#${name}`) ?? ''}/package.json`;
  return readPackageManifest({ repository, path, text, saidAt: memory.timestamp ?? 0, memoryIdOf: () => memory.id });
}

function packagesByFolder({ nodes }: GraphSet, repository: string): Map<string, Mention> {
  return new Map(
    nodes
      .filter(({ repo, type, path }) => repo === repository && type === 'package' && path)
      .map(({ name, path }) => [path ?? '', { type: 'package', name, repository }]),
  );
}

function codeownersOf(
  repository: string,
  all: readonly GraphMemory[],
  packages: ReadonlyMap<string, Mention>,
): ReadStatements {
  const lines = all.filter((memory) => repositoryOf(memory) === repository);
  const text = lines.map(({ raw }) => raw ?? '').join('\n');
  const memoryIdOf = (line: number) => lines[line - 1]?.id ?? '';
  return readCodeowners({ repository, path: 'CODEOWNERS', text, saidAt: 0, memoryIdOf }, packages);
}
