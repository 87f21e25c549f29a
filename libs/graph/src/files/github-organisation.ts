import type { Mention } from '@cairn/contracts';
import { FileStatements, handleOf, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, textsOf, under, type YamlValue } from './yaml-nodes.ts';

/** The relation for each access right to a repository: administrators and maintainers own it. */
const accessTypes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    admin: 'owns',
    maintain: 'owns',
    write: 'has_write_on',
    triage: 'has_triage_on',
    read: 'has_read_on',
  }),
);

/** An organisation file as `peribolos` reads it: teams with members, maintainers, child teams and repository access. */
export function readGithubOrganisation(file: SourceFile, organisation: string): ReadStatements {
  const said = new FileStatements(file);
  const root = readYaml(file.text);
  const self: Mention = { type: 'organisation', name: organisation };
  for (const { text, line } of textsOf(under(root, 'admins'))) said.say(handleOf(text), 'leads', self, line);
  for (const { text, line } of textsOf(under(root, 'members'))) said.say(handleOf(text), 'member_of', self, line);
  readTeams(said, { organisation, parent: undefined, teams: under(root, 'teams') });
  return said;
}

interface Teams {
  readonly organisation: string;
  readonly parent: Mention | undefined;
  readonly teams: YamlValue | undefined;
}

function readTeams(said: FileStatements, { organisation, parent, teams }: Teams): void {
  for (const { key, line, value } of teams?.entries ?? []) {
    const team = teamOf(organisation, key, value);
    if (parent) said.say(team, 'part_of', parent, line);
    for (const person of textsOf(under(value, 'maintainers')))
      said.say(handleOf(person.text), 'maintains', team, person.line);
    for (const person of textsOf(under(value, 'members')))
      said.say(handleOf(person.text), 'member_of', team, person.line);
    readAccess(said, { organisation, team, repositories: under(value, 'repos') });
    readTeams(said, { organisation, parent: team, teams: under(value, 'teams') });
  }
}

function teamOf(organisation: string, key: string, value: YamlValue): Mention {
  const former = textsOf(under(value, 'previously')).map(({ text }) => `${organisation}/${text}`);
  const name = `${organisation}/${key}`;
  return { type: 'team', name, aliases: [`@${name}`, ...former] };
}

interface Access {
  readonly organisation: string;
  readonly team: Mention;
  readonly repositories: YamlValue | undefined;
}

function readAccess(said: FileStatements, { organisation, team, repositories }: Access): void {
  for (const { key, line, value } of repositories?.entries ?? []) {
    const type = accessTypes.get(value.text ?? '');
    const name = key.includes('/') ? key : `${organisation}/${key}`;
    if (type) said.say(team, type, { type: 'repository', name }, line);
    else said.fail(line, `access is one of ${[...accessTypes.keys()].join(', ')}`);
  }
}
