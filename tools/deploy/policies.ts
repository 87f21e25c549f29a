import { publicPaths } from '../../libs/contracts/src/index.ts';
import { appNames, readersOf } from '../../libs/platform/src/config.ts';
import type { AppName, SettingName } from '../../libs/platform/src/config.ts';
import { destinations } from '../../libs/platform/src/destinations.ts';
import type { Destination } from '../../libs/platform/src/destinations.ts';

const apps = appNames.filter((app) => app !== 'all-in-one');
const rows = (Object.entries(destinations) as [SettingName, Destination][]).flatMap(([setting, destination]) =>
  typeof destination === 'string' ? [] : [{ setting, destination }],
);

/** Destination of calls, with the apps that receive its address. */
interface Called {
  readonly name: string;
  readonly kind: 'service' | 'store' | 'namespace';
  readonly port: number | 'http';
  readonly callers: readonly AppName[];
}

const placeOf = (one: Exclude<Destination, string>): Omit<Called, 'callers'> => {
  if ('service' in one) return { name: one.service, kind: 'service', port: 'http' };
  if ('store' in one) return { name: one.store, kind: 'store', port: one.port };
  return { name: one.namespace, kind: 'namespace', port: one.port };
};

/** Destinations in a cluster with the apps that call them, derived from the settings that hold addresses. */
export const called: readonly Called[] = Object.values(
  Object.groupBy(rows, ({ destination }) => placeOf(destination).name),
).map((same) => {
  const readers = same!.flatMap(({ setting }) => readersOf(setting));
  return { ...placeOf(same![0]!.destination), callers: apps.filter((app) => readers.includes(app)) };
});
const ofKind = (kind: Called['kind']) => called.filter((place) => place.kind === kind);

const NAME = 'app.kubernetes.io/name';
const podsOf = (names: readonly string[]) =>
  names.length === 1
    ? { matchLabels: { [NAME]: names[0] } }
    : { matchExpressions: [{ key: NAME, operator: 'In', values: names }] };
const ours = { matchLabels: { 'app.kubernetes.io/part-of': 'cairn' } };
const storePods = (store: string) => ({ matchLabels: { 'cairn-store': store } });
const markedNamespace = (label: string) => ({ namespaceSelector: { matchLabels: { [label]: 'allowed' } } });

const policy = (name: string, podSelector: object, way: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name },
  spec: { podSelector, policyTypes: [Object.keys(way)[0] === 'ingress' ? 'Ingress' : 'Egress'], ...way },
});
const from = (peers: readonly object[], port: string | number) => ({ ingress: [{ from: peers, ports: [{ port }] }] });
const to = (peers: readonly object[], port: string | number) => ({ egress: [{ to: peers, ports: [{ port }] }] });

/** Policies about callers of a service. */
export function ingressPolicies() {
  const services = ofKind('service');
  const callers = apps.filter((app) => services.some((place) => place.callers.includes(app)));
  return [
    policy(
      'from-outside',
      podsOf([...new Set(publicPaths.map(({ service }) => service))]),
      from([markedNamespace('cairn-ingress')], 'http'),
    ),
    policy('from-prometheus', ours, from([markedNamespace('cairn-monitoring')], 'metrics')),
    ...services.map((place) =>
      policy(
        `${place.name}-from-neighbours`,
        podsOf([place.name]),
        from([{ podSelector: podsOf(place.callers) }], 'http'),
      ),
    ),
    ...callers.map((app) => {
      const neighbours = services.filter((place) => place.callers.includes(app)).map(({ name }) => name);
      return policy(`${app}-to-neighbours`, podsOf([app]), to([{ podSelector: podsOf(neighbours) }], 'http'));
    }),
  ];
}

const HTTPS_PORT = 443;
/** Addresses at which OAuth clients describe themselves; the gateway itself refuses all that are not public. */
const publicInternet = {
  ipBlock: {
    cidr: '0.0.0.0/0',
    except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  },
};

/** Policies about the stores that a service may reach, the receiver of traces, and the descriptions of OAuth clients. */
export const wayOutPolicies = () => [
  ...ofKind('store').map(({ name, port, callers }) =>
    policy(
      `to-${name}`,
      podsOf(callers),
      to([{ podSelector: storePods(name) }, markedNamespace('cairn-stores')], port),
    ),
  ),
  ...ofKind('namespace').map(({ name, port, callers }) =>
    policy(`to-${name}`, podsOf(callers), to([markedNamespace(name)], port)),
  ),
  policy('to-client-documents', podsOf(['mcp-gateway']), to([publicInternet], HTTPS_PORT)),
];

/** Policies about callers of an own store. */
export const storePolicies = () =>
  ofKind('store').map(({ name, callers }) =>
    policy(name, storePods(name), from([{ podSelector: podsOf(callers) }], name)),
  );
