import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Bundled {
  readonly root: string;
  /** Paths of the bundled files. */
  readonly modules: readonly string[];
  /** Packages that are known to be bundled by another bundler. */
  readonly names: readonly string[];
}

/** Text with the licences of all packages that a bundle contains, which their licences ask for. */
export function noticesOf({ root, modules, names }: Bundled): string {
  const folders = new Set([
    ...modules.map(packageFolderOf).filter((folder) => folder !== undefined),
    ...names.map((name) => join(root, 'node_modules', name)),
  ]);
  const notices = [...folders].sort().map(noticeOf);
  return `This package contains the following packages.\n\n${[...new Set(notices)].join('\n')}`;
}

const inPackage = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Folder of the package to which a module belongs; undefined for our own. */
function packageFolderOf(module: string): string | undefined {
  const [folder] = inPackage.exec(module.replace(/^\0/, '')) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : undefined;
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  return [`${'-'.repeat(80)}\n${name} ${version}: ${license ?? 'see below'}`, ...texts, ''].join('\n\n');
}
