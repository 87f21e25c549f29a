import type { Mention } from '@cairn/contracts';
import { FileStatements, folderOf, resolved, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, under, type YamlValue } from './yaml-nodes.ts';

/** The relation that each field of a manifest states between the package and the named ones. */
const dependencyFields: readonly { readonly field: string; readonly type: string }[] = [
  { field: 'dependencies', type: 'depends_on' },
  { field: 'peerDependencies', type: 'depends_on' },
  { field: 'optionalDependencies', type: 'depends_on' },
  { field: 'devDependencies', type: 'built_with' },
];

/**
 * A package.json: where the package stands and what it depends on. A manifest without a name says nothing. `packages` names the package
 * in each folder, for dependencies that give a folder (`file:../ui`).
 */
export function readPackageManifest(
  file: SourceFile,
  packages: ReadonlyMap<string, Mention> = new Map(),
): ReadStatements {
  const said = new FileStatements(file);
  const manifest = readYaml(file.text.replace(/^\uFEFF/u, ''), { keepsDuplicates: true });
  const name = under(manifest, 'name');
  if (name?.text === undefined) return said;
  const { repository } = file;
  const from: Mention = { type: 'package', name: name.text, repository };
  const folder = folderOf(file.path);
  if (folder !== '') said.say(from, 'located_in', { type: 'path', name: folder, repository }, name.line);
  for (const { field, type } of dependencyFields)
    for (const { key, line, value } of lastOfEach(under(manifest, field)?.entries ?? []))
      said.say(from, type, packages.get(folderIn(folder, value.text)) ?? namedIn(value.text, key), line);
  return said;
}

/** Keeps the last entry of a repeated key, as JSON readers do. */
const lastOfEach = (entries: YamlValue['entries']): YamlValue['entries'] => [
  ...new Map(entries.map((entry) => [entry.key, entry])).values(),
];

/** The folder of a local dependency below the root (`file:../ui`, `link:../ui`, `portal:../ui`, `workspace:../ui`), '' for any other. */
function folderIn(folder: string, range = ''): string {
  const path = /^(?:file|link|portal|workspace):(\.{0,2}\/?[^@:]*)$/u.exec(range)?.[1];
  return path === undefined || !path.includes('/') ? '' : resolved(folder, path);
}

/** A package under its own name or behind another: `npm:name@range`, `workspace:name@range`. */
const namedIn = (range: string | undefined, key: string): Mention => ({
  type: 'package',
  name: /^(?:npm|workspace):((?:@[^/@]+\/)?[^@/.*^~]+)(?:@|$)/u.exec(range ?? '')?.[1] ?? key,
});
