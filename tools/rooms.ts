// Rooms of the code base and the imports between them. A room is a folder right below `src` of a project, or the files in `src` itself.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { circlesOf } from './circles.ts';
import { root } from './common/program.ts';
import { dependencyRules, inTestsAlso } from './dependency-rule.ts';

interface Project {
  readonly folder: string;
  readonly type: string;
  readonly exports: ReadonlyMap<string, string>;
}
export interface Source {
  readonly path: string;
  readonly text: string;
}
export interface Arrow {
  readonly from: string;
  readonly to: string;
}
interface Manifest {
  readonly name: string;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly nx?: { readonly tags?: readonly string[] };
}

export const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

export const isTest = (path: string) => /\.(test|contract|fixture)\.tsx?$|^e2e\/|^libs\/testing\//.test(path);

function projectOf(path: string, projects: readonly Project[]): Project | undefined {
  return projects.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** Room of a file: the folder right below `src` of its project. Files in `src` itself belong to the project's name, except entry points. */
function roomOf(path: string, projects: readonly Project[]): string {
  const project = projectOf(path, projects);
  const folder = project?.folder ?? path.split('/')[0] ?? '';
  const [first, ...others] = path
    .slice(folder.length + 1)
    .replace(/^src\//, '')
    .split('/');
  if (others.length > 0) return `${folder}/${first}`;
  return project && /^(index|main)\.tsx?$/.test(first ?? '') ? `${folder} (front)` : folder;
}

function readProject(path: string): Project {
  const { exports = {}, nx } = JSON.parse(read(path)) as Manifest;
  const folder = dirname(path);
  const entries = Object.entries(typeof exports === 'string' ? { '.': exports } : exports);
  const type = nx?.tags?.find((tag) => tag.startsWith('type:'))?.slice('type:'.length) ?? 'tools';
  return { folder, type, exports: new Map(entries.map(([name, target]) => [name, join(folder, target)])) };
}

/** Lists imports by a scan that takes a part of the time of full parsing. */
const importsOf = ({ text }: Source): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

function fileOf(specifier: string, from: string, byName: ReadonlyMap<string, Project>): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const [scope, name, ...rest] = specifier.split('/');
  return byName.get(`${scope}/${name}`)?.exports.get(rest.length > 0 ? `./${rest.join('/')}` : '.');
}

/** Tells whether an import is forbidden: by the dependency rule, or because a project imports itself through its entry point. */
function runsUp({ from, to }: Arrow, projects: readonly Project[]): boolean {
  const importer = projectOf(from, projects);
  const imported = projectOf(to, projects);
  if (!importer || !imported) return false;
  if (importer === imported)
    return [...imported.exports.values()].includes(to) && to.endsWith('/index.ts') && !isTest(from);
  const rule = dependencyRules.find(({ type }) => type === importer.type);
  const may: readonly string[] = [...(rule?.may ?? []), ...(isTest(from) ? inTestsAlso : [])];
  return importer.type !== imported.type && !may.includes(imported.type);
}

export class House {
  readonly sources: readonly Source[];
  private readonly projects: readonly Project[];
  private readonly byName: ReadonlyMap<string, Project>;

  private readonly arrows: readonly Arrow[];

  private constructor(byName: ReadonlyMap<string, Project>, sources: readonly Source[], arrows: readonly Arrow[] = []) {
    this.sources = sources;
    this.byName = byName;
    this.projects = [...byName.values()];
    this.arrows = arrows;
  }

  /** Reads the files that Git knows from the disk. */
  static read(): House {
    const manifests = git('ls-files', '*package.json').filter((path) => /^(apps|libs|bench|e2e)\//.test(path));
    const byName = new Map(manifests.map((path) => [(JSON.parse(read(path)) as Manifest).name, readProject(path)]));
    const paths = git('ls-files', '*.ts', '*.tsx', '*.mjs').filter(
      (path) => !path.startsWith('tools/fixtures/') && existsSync(join(root, path)),
    );
    return new House(byName, []).with(...paths.map((path) => ({ path, text: read(path) })));
  }

  /** Adds files, which may import existing ones and each other. */
  with(...more: readonly Source[]): House {
    const sources = [...this.sources, ...more];
    const known = new Set(sources.map(({ path }) => path));
    const arrows = more.flatMap((source) =>
      importsOf(source)
        .map((name) => fileOf(name, source.path, this.byName))
        .filter((to) => to !== undefined && known.has(to))
        .map((to): Arrow => ({ from: source.path, to: to! })),
    );
    return new House(this.byName, sources, [...this.arrows, ...arrows]);
  }

  room(path: string): string {
    return roomOf(path, this.projects);
  }

  /** Imports between rooms, without those of tests. */
  get between(): readonly Arrow[] {
    return this.arrows
      .filter(({ from }) => !isTest(from))
      .map(({ from, to }) => ({ from: this.room(from), to: this.room(to) }))
      .filter(({ from, to }) => from !== to);
  }

  /** Cycles of imports among files and among rooms. */
  get circles(): readonly string[] {
    const ofProduct = this.arrows.filter(({ from }) => !isTest(from));
    return [...circlesOf(ofProduct), ...circlesOf(this.between)].map((circle) => circle.join(' <-> '));
  }

  get upward(): readonly string[] {
    return this.arrows.filter((arrow) => runsUp(arrow, this.projects)).map(({ from, to }) => `${from} -> ${to}`);
  }
}
