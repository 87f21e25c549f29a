import type { Mention } from '@cairn/contracts';
import { FileStatements, folderOf, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, under } from './yaml-nodes.ts';

/** What each field of a manifest says about the package and what it names. */
const dependencyFields: readonly { readonly field: string; readonly type: string }[] = [
  { field: 'dependencies', type: 'depends_on' },
  { field: 'peerDependencies', type: 'depends_on' },
  { field: 'optionalDependencies', type: 'depends_on' },
  { field: 'devDependencies', type: 'built_with' },
];

/** A package.json: where the package stands and what it depends on. A manifest without a name says nothing. */
export function readPackageManifest(file: SourceFile): ReadStatements {
  const said = new FileStatements(file);
  const manifest = readYaml(file.text);
  const name = under(manifest, 'name');
  if (name?.text === undefined) return said;
  const { repository } = file;
  const from: Mention = { type: 'package', name: name.text, repository };
  const folder = folderOf(file.path);
  if (folder !== '') said.say(from, 'located_in', { type: 'path', name: folder, repository }, name.line);
  for (const { field, type } of dependencyFields)
    for (const { key, line, value } of under(manifest, field)?.entries ?? [])
      said.say(from, type, { type: 'package', name: aliasedIn(value.text) ?? key }, line);
  return said;
}

/** The package that stands under another name: `npm:name@range`, `workspace:name@range`. */
const aliasedIn = (range: string | undefined): string | undefined =>
  /^(?:npm|workspace):((?:@[^/@]+\/)?[^@/]+)@./u.exec(range ?? '')?.[1];
