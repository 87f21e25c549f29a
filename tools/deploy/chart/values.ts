import { nameWithoutHash } from '../manifests.ts';
import type { Resource } from '../manifests.ts';

/** Services of Cairn by their name in Kubernetes; the values of the chart call them in camel case. */
export const valueName = (service: string): string =>
  service.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Deployment {
  readonly spec: {
    readonly replicas?: number;
    readonly template: { readonly spec: { readonly containers: readonly { readonly resources: object }[] } };
  };
}

interface Scaler {
  readonly spec: {
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly minReplicaCount?: number;
    readonly maxReplicaCount?: number;
  };
}

type Data = Readonly<Record<string, string>>;

/** Objects that an overlay builds. */
export interface Overlay {
  readonly all: readonly Resource[];
  ofKind<Shape>(kind: string): (Resource & Shape)[];
}

const settingsOf = (overlay: Overlay, service: string): Data =>
  overlay.ofKind<{ data: Data }>('ConfigMap').find(({ metadata }) => nameWithoutHash(metadata.name) === service)
    ?.data ?? {};

/** Settings of a service without the public address, which is a value of its own. */
function ownSettings(overlay: Overlay, service: string): Data {
  const { CAIRN_PUBLIC_URL: _, ...own } = settingsOf(overlay, service);
  return own;
}

export const servicesOf = (overlay: Overlay): string[] =>
  overlay
    .ofKind('Deployment')
    .filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/part-of'] === 'cairn')
    .map(({ metadata }) => metadata.name)
    .sort();

/** Policies that let a service out to a store, whose addresses outside the cluster are values. */
export const STORES = ['postgres', 'redis', 'elasticsearch', 'qdrant'] as const;

/** Values of the chart that give what the production overlay builds. */
export function valuesOf(production: Overlay) {
  const services = servicesOf(production);
  const deploymentOf = (name: string) =>
    production.ofKind<Deployment>('Deployment').find(({ metadata }) => metadata.name === name)!;
  const scalers = [
    ...production.ofKind<Scaler>('HorizontalPodAutoscaler'),
    ...production.ofKind<Scaler>('ScaledObject'),
  ];
  return {
    image: { repository: 'cairn/cairn', tag: '', pullPolicy: '', pullSecrets: [] },
    secretName: 'cairn-secrets',
    publicUrl: settingsOf(production, 'mcp-gateway')['CAIRN_PUBLIC_URL']!,
    services: Object.fromEntries(
      services.map((name) => [
        valueName(name),
        {
          replicas: deploymentOf(name).spec.replicas ?? 2,
          resources: deploymentOf(name).spec.template.spec.containers[0]!.resources,
          settings: ownSettings(production, name),
        },
      ]),
    ),
    pods: { annotations: {}, nodeSelector: {}, tolerations: [], affinity: {} },
    podDisruptionBudget: { enabled: true, maxUnavailable: 1 },
    ingress: {
      enabled: true,
      className: 'nginx',
      host: '',
      annotations: production.ofKind('Ingress')[0]!.metadata.annotations ?? {},
      tlsSecretName: 'cairn-tls',
    },
    router: { enabled: false },
    stores: { bundled: false },
    autoscaling: {
      enabled: true,
      keda: true,
      prometheus: 'http://prometheus-operated.monitoring.svc:9090',
      cpuPercent: 70,
      ...Object.fromEntries(
        scalers.map(({ metadata, spec }) => [
          valueName(metadata.name),
          { min: spec.minReplicas ?? spec.minReplicaCount!, max: spec.maxReplicas ?? spec.maxReplicaCount! },
        ]),
      ),
    },
    networkPolicy: {
      enabled: true,
      outside: Object.fromEntries(STORES.map((store) => [store, { cidrs: [] as string[], ports: [] as number[] }])),
    },
    monitoring: { enabled: true, serviceMonitor: false, alerts: true, dashboard: true, labels: {} },
  };
}

export type Values = ReturnType<typeof valuesOf>;

/** Differences from these values that give what the development overlay builds. */
export function developmentValues(development: Overlay, values: Values) {
  return {
    publicUrl: '',
    services: Object.fromEntries(
      servicesOf(development).map((name) => {
        const own = ownSettings(development, name);
        const gone = Object.keys(values.services[valueName(name)]!.settings).filter((key) => !(key in own));
        const settings = { ...Object.fromEntries(gone.map((key) => [key, null])) };
        return [valueName(name), { replicas: 1, ...(gone.length > 0 && { settings }) }];
      }),
    ),
    ingress: { host: 'cairn.localhost', tlsSecretName: '' },
    router: { enabled: true },
    stores: { bundled: true },
    autoscaling: { enabled: false },
    networkPolicy: { enabled: false },
    monitoring: { enabled: false },
  };
}

/** Maps whose keys the user chooses; all others have the keys of the values, and a misspelt one is refused. */
const OPEN = new Set(['settings', 'resources', 'annotations', 'labels', 'nodeSelector', 'affinity']);

/** JSON schema of the values: Helm refuses a misspelt key or a wrong type before it renders anything. */
export function schemaOf(value: unknown, name = ''): object {
  if (Array.isArray(value)) return { type: 'array', items: ITEMS[name] ?? {} };
  if (typeof value === 'number') return { type: 'integer', minimum: 0 };
  if (typeof value !== 'object' || value === null) return { type: typeof value };
  if (name === 'settings')
    return {
      type: 'object',
      propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' },
      additionalProperties: { type: ['string', 'null'] },
    };
  if (OPEN.has(name)) return { type: 'object' };
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(value).map(([key, one]) => [key, schemaOf(one, key)])),
  };
}

const ITEMS: Readonly<Record<string, object>> = {
  cidrs: { type: 'string', pattern: '^[0-9a-fA-F.:]+/[0-9]+$' },
  ports: { type: 'integer', minimum: 1, maximum: 65_535 },
};
