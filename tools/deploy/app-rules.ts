import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppName } from '../../libs/platform/src/config.ts';
import { appNames, loadConfig, readersOf, settings } from '../../libs/platform/src/config.ts';
import { STOP_SECONDS } from '../../libs/platform/src/stop-seconds.ts';
import { internalPaths, publicPaths, routes, serviceOf } from '../../libs/contracts/src/index.ts';
import { root } from '../common/program.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

/** Valid example values of addresses and secrets, which an operator replaces. */
export const sampleSecrets: Readonly<Record<string, string>> = {
  POSTGRES_URL: 'postgres://cairn:sample@postgres.example.org:5432/cairn',
  REDIS_URL: 'rediss://:sample@redis.example.org:6379',
  ELASTICSEARCH_URL: 'https://cairn:sample@elasticsearch.example.org:9200',
  QDRANT_URL: 'https://qdrant.example.org:6333',
  QDRANT_API_KEY: 'sample',
  POSTGRES_PASSWORD: 'sample',
  CAIRN_SERVICE_SECRET: 'a sample that is long and does not repeat itself',
};

/** Tells whether an image is the one that holds every app, in any registry. */
export const isOurs = (image: string | undefined): image is string =>
  image?.split('/').at(-1)?.split(':')[0] === 'cairn';

interface Started {
  readonly image?: string | undefined;
  readonly args?: readonly string[] | undefined;
}

/** App that a container of ours starts, according to its arguments, if there is one of that name. */
export function appOf({ image, args = [] }: Started): AppName | undefined {
  const [, bundle] = /^dist\/([\w-]+)\.mjs$/.exec(args[0] ?? '') ?? [];
  return isOurs(image)
    ? appNames.find((name) => name === bundle && existsSync(join(root, 'apps/server/src/mains', `${name}.ts`)))
    : undefined;
}

export interface Variable {
  readonly name: string;
  readonly value: string;
  /** True when the value comes from a place with restricted access. */
  readonly isHidden: boolean;
}

/** Requires that an app gets only the settings that it reads, gets secrets hidden, and starts with them. */
export function settingProblems(where: string, app: AppName, variables: readonly Variable[]): Problem[] {
  const wrong = variables.flatMap((variable) => variableProblems(where, app, variable));
  return wrong.length > 0 ? wrong : startProblems(where, app, variables);
}

function variableProblems(where: string, app: AppName, { name, isHidden }: Variable): Problem[] {
  const setting = settings.find((one) => one.name === name);
  if (!setting) return [problem('setting', where, `sets ${name}, which no app knows`)];
  if (!readersOf(setting.name).includes(app))
    return [problem('setting', where, `sets ${name}, which ${app} does not read`)];
  return 'secret' in setting && !isHidden ? [problem('setting', where, `shows ${name}, which is a secret`)] : [];
}

function startProblems(where: string, app: AppName, variables: readonly Variable[]): Problem[] {
  try {
    loadConfig(app, Object.fromEntries(variables.map(({ name, value }) => [name, value])));
    return [];
  } catch (error) {
    return [problem('setting', where, (error as Error).message)];
  }
}

/** Requires that a stopping process is killed no earlier than it ends by itself. */
export function graceProblems(where: string, graceSeconds: number, variables: readonly Variable[]): Problem[] {
  const drain = Number(variables.find(({ name }) => name === 'CAIRN_DRAIN_SECONDS')?.value ?? 0);
  const needed = drain + STOP_SECONDS;
  return graceSeconds >= needed
    ? []
    : [problem('setting', where, `is killed ${graceSeconds} s after the signal to stop, but may take ${needed} s`)];
}

/** Requires that every image has an immutable tag; ours has the version of this tree, and starts an app. */
export function imageProblems(where: string, container: Started): Problem[] {
  const { image, args = [] } = container;
  const [, tag] = image?.split('/').at(-1)?.split(':') ?? [];
  if (!image || !tag || tag === 'latest')
    return [problem('image', where, `runs ${image}, which is another image every day`)];
  if (!isOurs(image)) return [];
  if (!appOf(container)) return [problem('image', where, `starts ${args.join(' ')}, which is no app`)];
  return tag === version() ? [] : [problem('image', where, `runs ${image}, but this tree is ${version()}`)];
}

export const version = (): string => packageJson().version;
export const packageJson = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Sample paths of every kind, including the routes of the contracts. */
const samplePaths = [
  ...new Set([
    ...Object.values(routes).map(({ path }) => path.replaceAll(/:\w+/g, 'x')),
    ...publicPaths.flatMap(({ path, kind }) => (kind === 'prefix' ? [path, `${path}/x`] : [path])),
  ]),
];

/** Requires that a router sends each path to the right service; `serviceFor` is the router's choice. */
export const routeProblems = (where: string, serviceFor: (path: string) => string | undefined): Problem[] =>
  samplePaths
    .filter((path) => serviceFor(path) !== serviceOf(path))
    .map((path) => problem('route', where, `sends ${path} to ${serviceFor(path)}, but ${serviceOf(path)} answers it`));

/** Requires that paths about a process itself are not public. */
export const closedProblems = (where: string, serviceFor: (path: string) => string | undefined): Problem[] =>
  internalPaths
    .filter((path) => serviceFor(path) !== undefined)
    .map((path) => problem('ingress', where, `opens ${path} to the world`));

/** Paths of every app for probes and scrapers. */
export function probePaths(): readonly string[] {
  const controller = readFileSync(join(root, 'libs/platform/src/health.controller.ts'), 'utf8');
  return [...controller.matchAll(/@Get\('([^']+)'\)/g)].map(([, path]) => `/${path}`);
}
