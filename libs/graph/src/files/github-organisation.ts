import type { Mention } from '@cairn/contracts';
import { FileStatements, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, textsOf, findValue, type YamlValue } from './yaml-nodes.ts';

/** Maps an access right to a repository to a relation type. Administrators and maintainers own the repository. */
const accessTypes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    admin: 'owns',
    maintain: 'owns',
    write: 'has_write_on',
    triage: 'has_triage_on',
    read: 'has_read_on',
  }),
);

/** Reads an organisation file in the format of `peribolos`: teams with members, maintainers, child teams and repository access. */
export function readGithubOrganisation(file: SourceFile, organisation: string): ReadStatements {
  const collector = new FileStatements(file);
  const root = readYaml(file.text);
  const self: Mention = { type: 'organisation', name: organisation };
  for (const { text, line } of textsOf(findValue(root, 'admins')))
    collector.addStatement(handleOf(text), 'leads', self, line);
  for (const { text, line } of textsOf(findValue(root, 'members')))
    collector.addStatement(handleOf(text), 'member_of', self, line);
  readTeams(collector, { organisation, parent: undefined, teams: findValue(root, 'teams') });
  return collector;
}

interface Teams {
  readonly organisation: string;
  readonly parent: Mention | undefined;
  readonly teams: YamlValue | undefined;
}

function readTeams(collector: FileStatements, { organisation, parent, teams }: Teams): void {
  for (const { key, line, value } of teams?.entries ?? []) {
    const team = teamOf(organisation, key, value);
    if (parent) collector.addStatement(team, 'part_of', parent, line);
    for (const person of textsOf(findValue(value, 'maintainers')))
      collector.addStatement(handleOf(person.text), 'maintains', team, person.line);
    for (const person of textsOf(findValue(value, 'members')))
      collector.addStatement(handleOf(person.text), 'member_of', team, person.line);
    readAccess(collector, { organisation, team, repositories: findValue(value, 'repos') });
    readTeams(collector, { organisation, parent: team, teams: findValue(value, 'teams') });
  }
}

function teamOf(organisation: string, key: string, value: YamlValue): Mention {
  const former = textsOf(findValue(value, 'previously')).map(({ text }) => `${organisation}/${text}`);
  const name = `${organisation}/${key}`;
  return { type: 'team', name, aliases: [`@${name}`, ...former] };
}

interface Access {
  readonly organisation: string;
  readonly team: Mention;
  readonly repositories: YamlValue | undefined;
}

function readAccess(collector: FileStatements, { organisation, team, repositories }: Access): void {
  for (const { key, line, value } of repositories?.entries ?? []) {
    const type = accessTypes.get(value.text ?? '');
    const name = key.includes('/') ? key : `${organisation}/${key}`;
    if (type) collector.addStatement(team, type, { type: 'repository', name }, line);
    else collector.addFailure(line, `access is one of ${[...accessTypes.keys()].join(', ')}`);
  }
}
