import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { limits, publicPaths } from '../../libs/contracts/src/index.ts';
import type { Variable } from './app-rules.ts';
import {
  appOf,
  closedProblems,
  graceProblems,
  imageProblems,
  isOurs,
  probePaths,
  routeProblems,
  sampleSecrets,
  settingProblems,
  version,
} from './app-rules.ts';
import type { SettingName } from '../../libs/platform/src/config.ts';
import { destinations } from '../../libs/platform/src/destinations.ts';
import { caddyRouter } from './caddy.ts';
import { containersOf, everyContainerOf, nameOf } from './manifests.ts';
import type { Container, Manifests, PodMaker, Resource } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

/** Checks the manifests against our apps: settings, probes, images, neighbours, and the public paths. */
export const appProblems = (manifests: Manifests): Problem[] => [
  ...manifests.podMakers.flatMap((pods) =>
    everyContainerOf(pods).flatMap((container) => containerProblems(manifests, nameOf(pods.resource), container)),
  ),
  ...manifests.workloads
    .filter(isOfOurs)
    .flatMap((workload) =>
      containersOf(workload).flatMap((container) => serverProblems(manifests, workload, container)),
    ),
  ...schemaJobProblems(manifests),
  ...manifests.workloads.filter(isOfOurs).flatMap(waitProblems),
  ...manifests.ofKind<IIngress>('Ingress').flatMap((ingress) => ingressProblems(manifests, ingress)),
  ...routerProblems(manifests),
  ...scrapeProblems(manifests),
];

function containerProblems(manifests: Manifests, where: string, container: Container): Problem[] {
  const app = appOf(container);
  if (!app) return imageProblems(where, container);
  const variables = variablesOf(manifests, container);
  return [
    ...imageProblems(where, container),
    ...settingProblems(where, app, variables),
    ...neighbourProblems(manifests, where, variables),
  ];
}

/** Jobs are immutable, so each version needs its own name. */
const schemaJobProblems = ({ jobs }: Manifests): Problem[] =>
  jobs.some(({ resource }) => resource.metadata.name === `schema-${version().replaceAll('.', '-')}`)
    ? []
    : [problem('reference', 'Job schema', `of ${version()} does not exist, and every pod waits for it`)];

const isOfOurs = (pods: PodMaker) => containersOf(pods).some(({ image }) => isOurs(image));

/** Requires that pods wait for the schema job; a service would otherwise migrate under a probe that kills it when that takes long. */
const waitProblems = ({ resource, template }: PodMaker): Problem[] =>
  template.spec?.initContainers?.some((one) => appOf(one) === 'schema' && one.args?.includes('--wait'))
    ? []
    : [problem('reference', nameOf(resource), 'does not wait for its schema')];

/** Checks an Ingress: its controller, its hosts, the limits on requests, and that it opens the public paths only. */
function ingressProblems(manifests: Manifests, ingress: Resource & IIngress): Problem[] {
  const where = nameOf(ingress);
  const { ingressClassName, rules = [] } = ingress.spec ?? {};
  return [
    ...(ingressClassName
      ? []
      : [problem('ingress', where, 'has no class, so that no controller or every one takes it')]),
    ...(rules.every(({ host }) => host)
      ? []
      : [problem('ingress', where, 'has no host, and takes the requests of others')]),
    ...bodyProblems(where, ingress.metadata.annotations),
    ...routeProblems(where, routerOf(ingress)),
    ...closedProblems(where, routerOf(ingress)),
    ...listProblems(where, ingress),
    ...publicUrlProblems(manifests, where, ingress),
  ];
}

/** Requires each public path, and no other. */
function listProblems(where: string, { spec }: IIngress): Problem[] {
  const shown = (spec?.rules ?? []).flatMap(({ http }) =>
    (http?.paths ?? []).map(({ path, pathType, backend }) => `${pathType} ${path} of ${backend.service?.name}`),
  );
  const listed = publicPaths.map(
    ({ path, kind, service }) => `${kind === 'prefix' ? 'Prefix' : 'Exact'} ${path} of ${service}`,
  );
  return [
    ...listed
      .filter((row) => !shown.includes(row))
      .map((row) => problem('route', where, `has no path ${row}, which is public`)),
    ...shown
      .filter((row) => !listed.includes(row))
      .map((row) => problem('route', where, `opens the path ${row}, which is not in the list of public paths`)),
  ];
}

/** Requires that the configured public address is a host of the Ingress. */
function publicUrlProblems(manifests: Manifests, where: string, { spec }: IIngress): Problem[] {
  const hosts = (spec?.rules ?? []).map(({ host }) => host);
  return manifests.workloads
    .flatMap((workload) => containersOf(workload).flatMap((container) => variablesOf(manifests, container)))
    .filter(({ name, value }) => name === 'CAIRN_PUBLIC_URL' && !hosts.includes(new URL(value).hostname))
    .map(({ value }) => problem('ingress', where, `does not serve ${value}, which is CAIRN_PUBLIC_URL`));
}

const BODY_SIZES = ['nginx.ingress.kubernetes.io/proxy-body-size', 'nginx.org/client-max-body-size'];

const bodyProblems = (where: string, annotations: Readonly<Record<string, string>> = {}): Problem[] =>
  BODY_SIZES.filter((name) => Number.parseInt(annotations[name] ?? '1') * 2 ** 20 < limits.bodyBytes.max).map((name) =>
    problem('ingress', where, `lets a body of ${limits.bodyBytes.max} bytes not pass (${name})`),
  );

/** Checks the routes of our own router, if the overlay has one. */
function routerProblems(manifests: Manifests): Problem[] {
  const maps = manifests.ofKind<{ data?: Record<string, string> }>('ConfigMap');
  return maps.flatMap(({ data = {}, ...map }) =>
    data['Caddyfile'] === undefined ? [] : routeProblems(nameOf(map), caddyRouter(data['Caddyfile'])),
  );
}

export function variablesOf(manifests: Manifests, { envFrom = [], env = [] }: Container): Variable[] {
  const shown = envFrom.flatMap(({ configMapRef }) =>
    Object.entries(manifests.valuesOf('ConfigMap', configMapRef?.name) ?? {}),
  );
  const single = env.flatMap(({ name, value, valueFrom }): Variable[] => {
    const secret = valueFrom?.secretKeyRef;
    if (!secret) return [{ name, value: value ?? '', isHidden: false }];
    const made = manifests.valuesOf('Secret', secret.name) ?? sampleSecrets;
    return [{ name, value: made[secret.key] ?? '', isHidden: true }];
  });
  return [...shown.map(([name, value]) => ({ name, value, isHidden: false })), ...single];
}

/** Requires that visible addresses belong to the cluster; those of stores come from secrets. */
function neighbourProblems(manifests: Manifests, where: string, variables: readonly Variable[]): Problem[] {
  const addresses = variables.filter(
    ({ name, value, isHidden }) => !isHidden && URL.canParse(value) && destinations[name as SettingName] !== 'nobody',
  );
  return addresses.flatMap(({ name, value }) => {
    const { hostname, port } = new URL(value);
    const service = manifests.ofKind<IService>('Service').find(({ metadata }) => metadata.name === hostname);
    const isThere = service?.spec?.ports?.some((one) => one.port === Number(port));
    return isThere ? [] : [problem('reference', where, `finds nobody at ${value} (${name})`)];
  });
}

/** Seconds after which Kubernetes kills a pod that says nothing else. */
const GRACE_SECONDS = 30;

function serverProblems(manifests: Manifests, { resource, template }: PodMaker, container: Container): Problem[] {
  const where = nameOf(resource);
  const variables = variablesOf(manifests, container);
  return [
    ...probeProblems(where, container),
    ...metricsProblems(where, container, variables),
    ...graceProblems(where, template.spec?.terminationGracePeriodSeconds ?? GRACE_SECONDS, variables),
  ];
}

function probeProblems(where: string, container: Container): Problem[] {
  const named = new Set(container.ports?.map(({ name }) => name));
  return (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).flatMap((kind) => {
    const get = container[kind]?.httpGet;
    if (!get) return [problem('probe', where, `has no ${kind}`)];
    if (!probePaths().includes(get.path ?? ''))
      return [problem('probe', where, `asks ${get.path} as ${kind}, which no app answers`)];
    return named.has(String(get.port))
      ? []
      : [problem('probe', where, `asks the port ${get.port} as ${kind}, which is not open`)];
  });
}

/** Requires a metrics port: the public port needs a key, so metrics are scraped at a port of their own, by name. */
function metricsProblems(where: string, { ports = [] }: Container, variables: readonly Variable[]): Problem[] {
  const opened = variables.find(({ name }) => name === 'CAIRN_METRICS_PORT')?.value;
  const named = ports.find(({ name }) => name === METRICS)?.containerPort;
  return `${named}` === opened
    ? []
    : [problem('probe', where, `calls ${named} its port for ${METRICS}, but CAIRN_METRICS_PORT is ${opened}`)];
}

const METRICS = 'metrics';

interface PodMonitor {
  readonly spec: { readonly podMetricsEndpoints: readonly { readonly path: string; readonly port: string }[] };
}

const scrapeProblems = (manifests: Manifests): Problem[] =>
  manifests
    .ofKind<PodMonitor>('PodMonitor')
    .flatMap((monitor) =>
      monitor.spec.podMetricsEndpoints
        .filter(({ path, port }) => !probePaths().includes(path) || port !== METRICS)
        .map(({ path, port }) => problem('probe', nameOf(monitor), `scrapes ${path} at ${port}, which no app answers`)),
    );

/** Routes like an ingress controller: the longest prefix that matches, compared by path segments. */
function routerOf({ spec }: IIngress): (path: string) => string | undefined {
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  const byLength = paths.toSorted((a, b) => (b.path ?? '').length - (a.path ?? '').length);
  return (asked) =>
    byLength.find(({ path = '/', pathType }) =>
      pathType === 'Exact' ? asked === path : `${asked}/`.startsWith(path.replace(/\/?$/, '/')),
    )?.backend.service?.name;
}
