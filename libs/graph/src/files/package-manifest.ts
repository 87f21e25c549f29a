import type { Mention } from '@cairn/contracts';
import { FileStatements, folderOf, resolvePath, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, findValue, type YamlValue } from './yaml-nodes.ts';

/** Maps each field of a manifest to the relation type between the package and the packages that the field lists. */
const dependencyFields: readonly { readonly field: string; readonly type: string }[] = [
  { field: 'dependencies', type: 'depends_on' },
  { field: 'peerDependencies', type: 'depends_on' },
  { field: 'optionalDependencies', type: 'depends_on' },
  { field: 'devDependencies', type: 'built_with' },
];

/**
 * Reads a package.json: the folder of the package and its dependencies. A manifest without a name gives no statements. `packages` maps
 * a folder to its package, for dependencies that give a folder (`file:../ui`).
 */
export function readPackageManifest(
  file: SourceFile,
  packages: ReadonlyMap<string, Mention> = new Map(),
): ReadStatements {
  const collector = new FileStatements(file);
  const manifest = readYaml(file.text.replace(/^\uFEFF/u, ''), { keepsDuplicates: true });
  const name = findValue(manifest, 'name');
  if (name?.text === undefined) return collector;
  const { repository } = file;
  const from: Mention = { type: 'package', name: name.text, repository };
  const folder = folderOf(file.path);
  if (folder !== '') collector.addStatement(from, 'located_in', { type: 'path', name: folder, repository }, name.line);
  for (const { field, type } of dependencyFields)
    for (const { key, line, value } of keepLastOfEachKey(findValue(manifest, field)?.entries ?? []))
      collector.addStatement(
        from,
        type,
        packages.get(folderOfDependency(folder, value.text)) ?? packageOfDependency(value.text, key),
        line,
      );
  return collector;
}

/** Keeps the last entry of a repeated key, as JSON readers do. */
const keepLastOfEachKey = (entries: YamlValue['entries']): YamlValue['entries'] => [
  ...new Map(entries.map((entry) => [entry.key, entry])).values(),
];

/**
 * The folder of a local dependency (`file:../ui`, `link:../ui`, `portal:../ui`, `workspace:../ui`), relative to the root. Empty for any
 * other dependency.
 */
function folderOfDependency(folder: string, range = ''): string {
  const path = /^(?:file|link|portal|workspace):(\.{0,2}\/?[^@:]*)$/u.exec(range)?.[1];
  return path === undefined || !path.includes('/') ? '' : resolvePath(folder, path);
}

/** The package of a dependency: its key, or the name in an alias such as `npm:name@range` or `workspace:name@range`. */
const packageOfDependency = (range: string | undefined, key: string): Mention => ({
  type: 'package',
  name: /^(?:npm|workspace):((?:@[^/@]+\/)?[^@/.*^~]+)(?:@|$)/u.exec(range ?? '')?.[1] ?? key,
});
