import { addressFaults, filesWithAddresses } from './default-address.ts';

it('finds the default address alone in everything that says where Cairn is', () => {
  const files = filesWithAddresses();

  expect(files.map(([file]) => file)).toEqual(
    expect.arrayContaining([
      ...['README.md', 'docs/start/connect.md', 'examples/README.md', 'docker-compose.yml', 'Dockerfile'],
      ...['k8s/base/pod.yaml', 'k8s/components/router/Caddyfile', 'plugins/claude-code/.mcp.json'],
      ...['tools/clients/python.md', 'libs/connect/src/packages.ts', 'libs/client/src/api-client.ts'],
    ]),
  );
  expect(files.flatMap(([file, text]) => addressFaults(file, text))).toEqual([]);
});

it.each([
  ['docs/start/connect.md', 'CAIRN_URL=http://127.0.0.1:7171', 'says port 7171'],
  ['docs/start/connect.md', 'on http://localhost:7070 then', 'says localhost:7070 for http://127.0.0.1:7070'],
  ['README.md', 'It listens on port 3777.', 'says port 3777'],
  ['Dockerfile', 'EXPOSE 8080', 'says port 8080'],
  ['Dockerfile', 'ENV CAIRN_PORT=8080 CAIRN_DATA_DIR=/data', 'says port 8080'],
  ['docker-compose.yml', "ports: ['127.0.0.1:${CAIRN_PORT:-8080}:7070']", 'says port 8080'],
  ['docker-compose.yml', 'CAIRN_INGEST_URL: http://ingest:7071/', undefined],
  ['k8s/base/pod.yaml', '- { name: http, containerPort: 7071 }', 'has no place for 7071'],
  ['k8s/Caddyfile', ':3000 {', 'says port 3000'],
  ['docs/a.md', 'postgres://cairn@postgres:5432/cairn at 2026-03-01T14:00:00Z, lines 10:2000', undefined],
])('in %s, %j is %s', (file, line, fault) => {
  expect(addressFaults(file, line)).toEqual(fault === undefined ? [] : [expect.stringContaining(fault)]);
});
