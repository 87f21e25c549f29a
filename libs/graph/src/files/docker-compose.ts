import type { Mention } from '@cairn/contracts';
import { FileStatements, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, textsOf, under, type YamlValue } from './yaml-nodes.ts';

/** The services of a compose file: on which they depend, and which image they run, unless it has the name of the service. */
export function readDockerCompose(file: SourceFile): ReadStatements {
  const said = new FileStatements(file);
  for (const { key, value } of under(readYaml(file.text), 'services')?.entries ?? []) {
    const service = serviceOf(file, key);
    for (const { text, line } of needsOf(value)) said.say(service, 'depends_on', serviceOf(file, text), line);
    for (const { text, line } of textsOf(under(value, 'image')).filter(({ text }) => text !== key))
      said.say(service, 'uses', { type: 'resource', name: text }, line);
  }
  return said;
}

const serviceOf = ({ repository }: SourceFile, name: string): Mention => ({ type: 'service', name, repository });

/** `depends_on` as a list or a map, `links` with their own names, and volumes or namespaces that are another service's. */
function needsOf(service: YamlValue): { text: string; line: number }[] {
  const needs = under(service, 'depends_on');
  const mapped = needs?.entries.map(({ key, line }) => ({ text: key, line })) ?? [];
  const links = textsOf(under(service, 'links')).map(({ text, line }) => ({ text: text.split(':')[0] ?? '', line }));
  const shared = ['network_mode', 'ipc', 'pid'].flatMap((key) =>
    textsOf(under(service, key)).flatMap(({ text, line }) =>
      text.startsWith('service:') ? [{ text: text.slice('service:'.length), line }] : [],
    ),
  );
  const volumes = textsOf(under(service, 'volumes_from')).flatMap(({ text, line }) =>
    text.startsWith('container:') ? [] : [{ text: text.split(':')[0] ?? '', line }],
  );
  return [...textsOf(needs), ...mapped, ...links, ...shared, ...volumes];
}
