import type { Mention } from '@cairn/contracts';
import { FileStatements, type ReadStatements, type SourceFile } from './source-file.ts';
import { readYaml, textsOf, findValue, type YamlValue } from './yaml-nodes.ts';

/** Reads the services of a compose file: their dependencies and their images. An image with the name of the service is left out. */
export function readDockerCompose(file: SourceFile): ReadStatements {
  const collector = new FileStatements(file);
  for (const { key, value } of findValue(readYaml(file.text), 'services')?.entries ?? []) {
    const service = serviceOf(file, key);
    for (const { text, line } of findNeededServices(value))
      collector.addStatement(service, 'depends_on', serviceOf(file, text), line);
    for (const { text, line } of textsOf(findValue(value, 'image')).filter(({ text }) => text !== key))
      collector.addStatement(service, 'uses', { type: 'resource', name: text }, line);
  }
  return collector;
}

const serviceOf = ({ repository }: SourceFile, name: string): Mention => ({ type: 'service', name, repository });

/**
 * Finds the services that a service needs: by `depends_on` (a list or a map), `links`, and shared namespaces or volumes of other services.
 */
function findNeededServices(service: YamlValue): { text: string; line: number }[] {
  const needs = findValue(service, 'depends_on');
  const mapped = needs?.entries.map(({ key, line }) => ({ text: key, line })) ?? [];
  const links = textsOf(findValue(service, 'links')).map(({ text, line }) => ({
    text: text.split(':')[0] ?? '',
    line,
  }));
  const shared = ['network_mode', 'ipc', 'pid'].flatMap((key) =>
    textsOf(findValue(service, key)).flatMap(({ text, line }) =>
      text.startsWith('service:') ? [{ text: text.slice('service:'.length), line }] : [],
    ),
  );
  const volumes = textsOf(findValue(service, 'volumes_from')).flatMap(({ text, line }) =>
    text.startsWith('container:') ? [] : [{ text: text.split(':')[0] ?? '', line }],
  );
  return [...textsOf(needs), ...mapped, ...links, ...shared, ...volumes];
}
