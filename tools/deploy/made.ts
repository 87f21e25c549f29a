import { format } from 'prettier';
import { stringify } from 'yaml';
import { DEFAULT_PORT, publicPaths } from '../../libs/contracts/src/index.ts';
import { ingressPolicies, storePolicies, wayOutPolicies } from './policies.ts';

interface MadeFile {
  readonly file: string;
  readonly source: string;
  text(): Promise<string>;
}

const PATHS = 'libs/contracts/src/services.ts';
const ADDRESSES = 'libs/platform/src/destinations.ts';

/** Generated files of k8s/ about network access and routes. `npm run docs` writes them from lists in the code. */
export const madeFiles: readonly MadeFile[] = [
  {
    file: 'k8s/components/network-policy/doors.yaml',
    source: ADDRESSES,
    text: () => yamlOf(ADDRESSES, DOORS, ingressPolicies()),
  },
  {
    file: 'k8s/components/network-policy/stores.yaml',
    source: ADDRESSES,
    text: () => yamlOf(ADDRESSES, WAY_OUT, wayOutPolicies()),
  },
  { file: 'k8s/stores/network-policy.yaml', source: ADDRESSES, text: () => yamlOf(ADDRESSES, STORES, storePolicies()) },
  { file: 'k8s/base/ingress.yaml', source: PATHS, text: () => yamlOf(PATHS, INGRESS, [ingress()]) },
  { file: 'k8s/components/router/Caddyfile', source: PATHS, text: async () => caddyfile() },
];

const DOORS = `Policies that say who may call a service. You mark the namespaces of the ingress controller and of Prometheus:
  kubectl label namespace <name> cairn-ingress=allowed
  kubectl label namespace <name> cairn-monitoring=allowed`;
const WAY_OUT = `Which store a service may reach, and where it may send traces: pods of this namespace that carry the label, or a namespace
that you marked. The gateway may read how OAuth clients describe themselves, on the public internet. Stores outside the cluster: overlays/example adds their addresses and ports.
  kubectl label namespace <name> cairn-stores=allowed
  kubectl label namespace <name> cairn-traces=allowed`;
const STORES = `A store is for the services. Apart from the folders of the stores, whose labels would fall upon these selectors too.`;
const INGRESS = `One public address, split by path. Which replica answers does not matter to anyone. Only these paths are open: what a pod
says of itself (/metrics, /readyz) is for the cluster. A body may have 16 MiB (docs/reference/limits.md); the two
controllers for NGINX take 1 MiB unless told. Others have no limit.`;

const madeFrom = (source: string) => `Made from ${source} by \`npm run docs\`. Change it there.`;
const commented = (text: string) => text.replaceAll(/^/gm, '# ');

const yamlOf = (source: string, says: string, documents: readonly object[]): Promise<string> =>
  format(
    `${commented(madeFrom(source))}\n${commented(says)}\n${documents.map((one) => stringify(one, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n')}`,
    { parser: 'yaml', singleQuote: true, printWidth: 120 },
  );

const ingress = () => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    name: 'cairn',
    annotations: {
      'nginx.ingress.kubernetes.io/proxy-body-size': '16m',
      'nginx.org/client-max-body-size': '16m',
    },
  },
  spec: {
    ingressClassName: 'nginx',
    rules: [{ host: 'cairn.localhost', http: { paths: publicPaths.map(ingressPath) } }],
  },
});

const ingressPath = ({ path, kind, service }: (typeof publicPaths)[number]) => ({
  path,
  pathType: kind === 'prefix' ? 'Prefix' : 'Exact',
  backend: { service: { name: service, port: { name: 'http' } } },
});

/** Routes for Caddy; the gateway gets all other paths, if only to answer with 404. */
const caddyRoutes = (): readonly string[] => [
  ...publicPaths
    .filter(({ service, path }) => service !== 'mcp-gateway' || isBelowAnother(path))
    .map(({ path, service }) => `handle ${path}* {\n  reverse_proxy ${service}:${DEFAULT_PORT}\n}`),
  `handle {\n  reverse_proxy mcp-gateway:${DEFAULT_PORT}\n}`,
];

/** Whether a path lies below the path of another service, whose route would take it. */
const isBelowAnother = (path: string) =>
  publicPaths.some((other) => other.service !== 'mcp-gateway' && path.startsWith(`${other.path}/`));

const caddyfile = (): string =>
  [
    commented(madeFrom(PATHS)),
    '{\n  admin off\n  auto_https off\n}',
    `:${DEFAULT_PORT} {\n${caddyRoutes().join('\n').replaceAll(/^/gm, '  ')}\n}`,
    '',
  ].join('\n');
