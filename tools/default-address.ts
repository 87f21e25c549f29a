import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ADDRESS, DEFAULT_PORT } from '../libs/contracts/src/default-address.ts';
import { root } from './common/program.ts';

/** A port that is not Cairn's own, or one of Cairn's other than the default. */
interface OtherPort {
  readonly port: number;
  readonly of: string;
  /** Files in which the port may appear. */
  readonly files?: RegExp;
}

const otherPorts: readonly OtherPort[] = [
  { port: 5432, of: 'Postgres' },
  {
    port: 5433,
    of: 'a fact that contradicts another, as an example',
    files: /^(libs\/(text\/src\/pairs|contracts\/src)\/.*|docs\/(use\/(mcp|proposals)|inside\/ranking)\.md)$/,
  },
  { port: 6379, of: 'Redis' },
  { port: 6380, of: 'Redis with TLS', files: /^(docs\/operate\/kubernetes\.md|k8s\/overlays\/example\/.*)$/ },
  { port: 9200, of: 'Elasticsearch' },
  { port: 6333, of: 'Qdrant' },
  { port: 4318, of: 'a collector of OpenTelemetry' },
  { port: 9090, of: 'Prometheus' },
  { port: 9464, of: 'the metrics of a process' },
  { port: 11434, of: 'a server of embedding models' },
  { port: 7071, of: "compose's cluster", files: /^(docker-compose\.yml|docs\/operate\/compose\.md)$/ },
];

/** Files to read. Tests, their servers and example sentences are not among them, since they name any port. */
const read = [
  ...['*.md', 'Dockerfile', 'docker-compose.yml', '{docs,k8s,plugins}/**/*.{md,json,yml,yaml}', 'k8s/**/Caddyfile'],
  ...['.claude-plugin/*.json', 'plugins/*/{.mcp.json,.claude-plugin/*.json}'],
  ...['examples/*.{md,mjs,json}', 'tools/{*,clients/*,deploy/*}.{ts,mjs,md}'],
  ...['{apps,libs}/**/src/**/*.{ts,tsx,md,json,html}', '{apps,libs}/*/*.md'],
];
const passedOver =
  /\.(test|contract)\.ts$|prototypes\.en\.ts$|(^|\/)(fixtures|node_modules|dist)\/|lock\.json$|^tools\/default-address\.ts$/;

const LOCAL = /^(127\.0\.0\.1|localhost|\[::1\])$/;
/** Patterns of an address, and of a setting, a field or a word that holds a port. */
const forms = [
  /(?<![\w.])(?<host>[a-z][a-z0-9.-]*|\d{1,3}(?:\.\d{1,3}){3}|\[::1\])?:(?<port>[1-9]\d{3,4})(?![\w:-]|\.\d)/gi,
  /(?:\bEXPOSE|port)['"]?(?:\s*(?:[:=]|:-)\s*|\s+)['"]?(?<port>[1-9]\d{3,4})(?![\w-]|\.\d)/gi,
];

/** Files that tell users where Cairn listens, each with its text. */
export const filesWithAddresses = (): readonly (readonly [file: string, text: string])[] =>
  globSync(read, { cwd: root, exclude: (name) => name === 'node_modules' })
    .filter((file) => !passedOver.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

/** Finds addresses and ports that are neither the default one nor a listed exception. */
export const addressFaults = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      forms
        .flatMap((form) => [...line.matchAll(form)])
        .flatMap(({ groups }) => faultOf(file, groups!).map((fault) => `${file}:${at + 1} ${fault}`)),
    );

function faultOf(file: string, { host = '', port: text }: Record<string, string | undefined>): string[] {
  const port = Number(text);
  if (port === DEFAULT_PORT)
    return LOCAL.test(host) && !DEFAULT_ADDRESS.includes(host) ? [`says ${host}:${port} for ${DEFAULT_ADDRESS}`] : [];
  const other = otherPorts.find((one) => one.port === port);
  if (!other)
    return [`says port ${port}; the default is ${DEFAULT_PORT}, and others are listed in tools/default-address.ts`];
  return other.files === undefined || other.files.test(file) ? [] : [`has no place for ${port}, which is ${other.of}`];
}
