import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { SettingName } from '../../libs/platform/src/config.ts';
import { destinations } from '../../libs/platform/src/destinations.ts';
import { root } from '../common/program.ts';
import type { Variable } from './app-rules.ts';
import { caddyRouter, handles } from './caddy.ts';
import { appOf, graceProblems, imageProblems, routeProblems, sampleSecrets, settingProblems } from './app-rules.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition?: string }>>;
  readonly healthcheck?: unknown;
  readonly profiles?: readonly string[];
  readonly networks?: readonly string[];
  readonly stop_grace_period?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly configs: { readonly router: { readonly content: string } };
}

export const composeText = (): string => readFileSync(join(root, 'docker-compose.yml'), 'utf8');

/** Checks that go beyond the schema of compose files: our settings, paths, images, and start order. */
export function composeProblems(text: string): Problem[] {
  const file = parse(text, { merge: true }) as Compose;
  const services = Object.entries(file.services);
  return [
    ...services.flatMap(([name, service]) => serviceProblems(file, name, service)),
    ...aloneProblems(services),
    ...routeProblems('router', caddyRouter(file.configs.router.content)),
    ...upstreamProblems(file),
    ...variableProblems(text),
  ];
}

function serviceProblems(file: Compose, name: string, service: ComposeService): Problem[] {
  const container = { image: service.image, args: service.command };
  const app = appOf(container);
  return [
    ...imageProblems(name, container),
    ...(app ? settingProblems(name, app, variablesOf(service)) : []),
    ...(app ? addressProblems(file, name, service) : []),
    ...(app ? graceProblems(name, secondsOf(service.stop_grace_period ?? '10s'), variablesOf(service)) : []),
    ...Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) => {
      const needed = file.services[other];
      if (!needed) return [problem('reference', name, `waits for ${other}, which does not exist`)];
      const canSay = needed.healthcheck !== undefined || needed.build !== undefined;
      return condition !== 'service_healthy' || canSay
        ? []
        : [problem('probe', name, `waits for the health of ${other}, which has no health check`)];
    }),
  ];
}

/** Number of a time that is written in seconds alone. */
const secondsOf = (time: string): number => Number(/^(\d+)s$/.exec(time)?.[1]);

/** Variables of a service. Compose has no other place for secrets than .env, so they count as hidden. */
const variablesOf = ({ environment = {} }: ComposeService): Variable[] =>
  Object.entries(environment).map(([name, value]) => ({ name, value: filledIn(value), isHidden: true }));

/** Requires that a container shares a network with each container whose address it has. */
const addressProblems = ({ services }: Compose, name: string, service: ComposeService): Problem[] =>
  variablesOf(service).flatMap(({ name: setting, value }) => {
    const destination = destinations[setting as SettingName];
    if (typeof destination !== 'object' || !URL.canParse(value)) return [];
    const { hostname } = new URL(value);
    if ('service' in destination && hostname !== destination.service)
      return [problem('network', name, `is given ${value} for the address of ${destination.service} (${setting})`)];
    const other = services[hostname];
    if (!other) return [problem('reference', name, `finds nobody at ${hostname} (${setting})`)];
    const isNear = networksOf(other).some((one) => networksOf(service).includes(one));
    return isNear
      ? []
      : [problem('network', name, `has the address of ${hostname}, and no network with it (${setting})`)];
  });

const networksOf = ({ networks = ['default'] }: ComposeService) => networks;

const filledIn = (value: string) =>
  value.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => sampleSecrets[name] ?? otherwise);

function aloneProblems(services: readonly (readonly [string, ComposeService])[]): Problem[] {
  const alone = services.filter(([, { profiles }]) => !profiles).map(([name]) => name);
  return alone.join(' ') === 'cairn'
    ? []
    : [problem('reference', 'services', `without a profile these would start: ${alone.join(' ')}`)];
}

const upstreamProblems = ({ services, configs }: Compose): Problem[] =>
  handles(configs.router.content).flatMap(([, , name]) => {
    const upstream = services[name!];
    if (!upstream) return [problem('reference', 'router', `sends requests to ${name}, which does not exist`)];
    const isNear = networksOf(upstream).some((one) => networksOf(services['router'] ?? {}).includes(one));
    return isNear ? [] : [problem('network', 'router', `sends requests to ${name}, and has no network with it`)];
  });

/** Requires that .env.example lists every variable that a user may set. */
function variableProblems(text: string): Problem[] {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  return [...asked]
    .filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))
    .map((name) => problem('setting', 'docker-compose.yml', `asks for ${name}, which .env.example does not have`));
}
