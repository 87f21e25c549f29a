import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import type { Variable } from './app-rules.ts';
import {
  appOf,
  imageProblems,
  isOurs,
  probePaths,
  routeProblems,
  sampleSecrets,
  settingProblems,
} from './app-rules.ts';
import { containersOf, nameOf } from './manifests.ts';
import type { Container, Manifests, Workload } from './manifests.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** What our own apps need of the manifests: settings, probes, images, neighbours, and the public paths. */
export const appProblems = (manifests: Manifests): Problem[] => [
  ...manifests.workloads.flatMap((workload) =>
    containersOf(workload).flatMap((container) => containerProblems(manifests, workload, container)),
  ),
  ...manifests.ofKind<IIngress>('Ingress').flatMap((ingress) => routeProblems(nameOf(ingress), routerOf(ingress))),
  ...scrapeProblems(manifests),
];

function containerProblems(manifests: Manifests, { resource }: Workload, container: Container): Problem[] {
  const where = nameOf(resource);
  const { image } = container;
  const app = isOurs(image) ? appOf(image) : undefined;
  if (!app) return imageProblems(where, image);
  const variables = variablesOf(manifests, container);
  return [
    ...imageProblems(where, image),
    ...settingProblems(where, app, variables),
    ...neighbourProblems(manifests, where, variables),
    ...probeProblems(where, container),
  ];
}

function variablesOf(manifests: Manifests, { envFrom = [], env = [] }: Container): Variable[] {
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

/** An address in the open is one of the cluster's own; those of stores come out of secrets. */
function neighbourProblems(manifests: Manifests, where: string, variables: readonly Variable[]): Problem[] {
  const addresses = variables.filter(({ value, isHidden }) => !isHidden && URL.canParse(value));
  return addresses.flatMap(({ name, value }) => {
    const { hostname, port } = new URL(value);
    const service = manifests.ofKind<IService>('Service').find(({ metadata }) => metadata.name === hostname);
    const isThere = service?.spec?.ports?.some((one) => one.port === Number(port));
    return isThere ? [] : [problem('reference', where, `finds nobody at ${value} (${name})`)];
  });
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

interface PodMonitor {
  readonly spec: { readonly podMetricsEndpoints: readonly { readonly path: string }[] };
}

const scrapeProblems = (manifests: Manifests): Problem[] =>
  manifests
    .ofKind<PodMonitor>('PodMonitor')
    .flatMap((monitor) =>
      monitor.spec.podMetricsEndpoints
        .filter(({ path }) => !probePaths().includes(path))
        .map(({ path }) => problem('probe', nameOf(monitor), `scrapes ${path}, which no app answers`)),
    );

/** As an ingress controller reads it: of the prefixes that fit, element by element, the longest. */
function routerOf({ spec }: IIngress): (path: string) => string | undefined {
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  const byLength = paths.toSorted((a, b) => (b.path ?? '').length - (a.path ?? '').length);
  return (asked) =>
    byLength.find(({ path = '/' }) => `${asked}/`.startsWith(path.replace(/\/?$/, '/')))?.backend.service?.name;
}
