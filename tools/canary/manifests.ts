import type { Rule } from '../common/problem.ts';

/** A deliberate fault: a line of a deployment file, and its replacement. */
export interface BrokenManifest {
  readonly says: string;
  readonly was: string | RegExp;
  readonly became: string;
  /** Rule that must refuse it. */
  readonly refusedBy: Rule;
}

/** Faults for the built production overlay; if one passes, the check is broken. First, faults that Kubernetes refuses or overlooks. */
export const brokenSchemas: readonly BrokenManifest[] = [
  { says: 'a number of replicas as text', was: /replicas: \d/, became: 'replicas: "two"', refusedBy: 'schema' },
  { says: 'a kind that does not exist', was: 'kind: Ingress', became: 'kind: Ingres', refusedBy: 'schema' },
  { says: 'a misspelt field', was: 'livenessProbe:', became: 'livenessProb:', refusedBy: 'field' },
  { says: 'a scaler with a misspelt field', was: 'maxReplicaCount:', became: 'maxReplicasCount:', refusedBy: 'field' },
];

/** Faults that Kubernetes would accept although they cannot work. */
export const brokenManifests: readonly BrokenManifest[] = [
  {
    says: 'a pod that is killed before it ends by itself',
    was: 'terminationGracePeriodSeconds: 45',
    became: 'terminationGracePeriodSeconds: 24',
    refusedBy: 'setting',
  },
  {
    says: 'a Service that selects nobody',
    was: /selector:\n {4}app.kubernetes.io\/name: recall-api/,
    became: 'selector:\n    app.kubernetes.io/name: recall',
    refusedBy: 'selector',
  },
  {
    says: 'a Deployment that does not select its own pods',
    was: /matchLabels:\n {6}app.kubernetes.io\/name: ingest\n {2}strategy/,
    became: 'matchLabels:\n      app.kubernetes.io/name: intake\n  strategy',
    refusedBy: 'selector',
  },
  {
    says: 'a network policy for nobody',
    was: /- mcp-gateway\n {2}policyTypes/,
    became: '- gateway\n  policyTypes',
    refusedBy: 'selector',
  },
  {
    says: 'a config map that does not exist',
    was: /name: recall-api-\w+\n {8}image/,
    became: 'name: recall\n        image',
    refusedBy: 'reference',
  },
  {
    says: 'an account that does not exist',
    was: 'serviceAccountName: ingest',
    became: 'serviceAccountName: default-2',
    refusedBy: 'reference',
  },
  {
    says: 'a neighbour at an address of nobody',
    was: 'http://recall-api:7070',
    became: 'http://recall:7070',
    refusedBy: 'reference',
  },
  {
    says: 'a scaler of nothing',
    was: /scaleTargetRef:\n {4}name: embedding-worker/,
    became: 'scaleTargetRef:\n    name: worker',
    refusedBy: 'reference',
  },
  { says: 'a setting that no app knows', was: 'CAIRN_RECALL_URL:', became: 'CAIRN_RECAL_URL:', refusedBy: 'setting' },
  {
    says: 'a setting out of range',
    was: 'CAIRN_LOG_LEVEL: info',
    became: 'CAIRN_LOG_LEVEL: loud',
    refusedBy: 'setting',
  },
  {
    says: 'a setting that another app reads',
    was: 'CAIRN_LOG_LEVEL: info',
    became: 'CAIRN_READERS: "2"',
    refusedBy: 'setting',
  },
  {
    says: 'a secret in a config map',
    was: 'CAIRN_LOG_LEVEL: info',
    became: 'POSTGRES_URL: postgres://a:b@c:1/d',
    refusedBy: 'setting',
  },
  { says: 'a misspelt path of a probe', was: 'path: /readyz', became: 'path: /ready', refusedBy: 'probe' },
  {
    says: 'a probe on a port that is not open',
    was: /path: \/healthz\n {12}port: http/,
    became: 'path: /healthz\n            port: web',
    refusedBy: 'probe',
  },
  {
    says: 'a scrape of a path that nobody answers',
    was: 'path: /metrics',
    became: 'path: /prometheus',
    refusedBy: 'probe',
  },
  {
    says: 'a scrape at the door, which asks for a key',
    was: /port: metrics\n(?= {4}relabelings)/,
    became: 'port: http\n',
    refusedBy: 'probe',
  },
  {
    says: 'a port for metrics that the process does not open',
    was: /name: CAIRN_METRICS_PORT\n {10}value: "9464"/,
    became: 'name: CAIRN_METRICS_PORT\n          value: "9465"',
    refusedBy: 'probe',
  },
  {
    says: 'an image of an app that does not exist',
    was: '- dist/ingest.mjs',
    became: '- dist/intake.mjs',
    refusedBy: 'image',
  },
  {
    says: 'an image without a tag',
    was: /image: cairn\/cairn:\S+/,
    became: 'image: cairn/cairn',
    refusedBy: 'image',
  },
  {
    says: 'an image of another version',
    was: /image: cairn\/cairn:\S+/,
    became: 'image: cairn/cairn:0.0.9',
    refusedBy: 'image',
  },
  {
    says: 'a schema that no Job brings up for this version',
    was: 'name: schema-0-1-0',
    became: 'name: schema-0-0-9',
    refusedBy: 'reference',
  },
  {
    says: 'a pod that starts without its schema',
    was: /initContainers:\n {6}- args:\n {8}- dist\/schema.mjs\n {8}- --wait/,
    became: 'initContainers:\n      - args:\n        - dist/schema.mjs',
    refusedBy: 'reference',
  },
  { says: 'an Ingress of no class', was: 'ingressClassName: nginx', became: '', refusedBy: 'ingress' },
  {
    says: 'an Ingress for every host',
    was: 'host: cairn.example.org\n    http',
    became: 'http',
    refusedBy: 'ingress',
  },
  {
    says: 'an Ingress that cuts bodies',
    was: 'nginx.ingress.kubernetes.io/proxy-body-size: 16m',
    became: 'nginx.ingress.kubernetes.io/proxy-body-size: 1m',
    refusedBy: 'ingress',
  },
  {
    says: 'an Ingress that shows the measures',
    was: 'path: /docs-json\n        pathType: Exact',
    became: 'path: /metrics\n        pathType: Exact',
    refusedBy: 'ingress',
  },
  {
    says: 'pods that cannot ask the cache of names on their node',
    was: 'cidr: 169.254.20.10/32',
    became: 'cidr: 169.254.20.11/32',
    refusedBy: 'network',
  },
  {
    says: 'a service that may not reach a store whose address it has',
    was: /(?<=name: to-elasticsearch[\s\S]+?)- ingest\n {6}- embedding-worker\n/,
    became: '- embedding-worker\n',
    refusedBy: 'network',
  },
  {
    says: 'a neighbour that lets its caller not in',
    was: /(?<=name: graph-service-from-neighbours[^-]+- from:\s+- podSelector:\s+matchLabels:\s+)app.kubernetes.io\/name: mcp-gateway/,
    became: 'app.kubernetes.io/name: ingest',
    refusedBy: 'network',
  },
  {
    says: 'a neighbour whose address nobody may go to',
    was: '          - ingest\n          - recall-api\n          - graph-service\n',
    became: '          - ingest\n          - recall-api\n',
    refusedBy: 'network',
  },
  {
    says: 'a policy to a neighbour of which there is no address',
    was: '  CAIRN_GRAPH_URL: http://graph-service:7070\n',
    became: '',
    refusedBy: 'network',
  },
  {
    says: 'a policy to a store of which there is no address',
    was: '- ingest\n      - embedding-worker\n      - recall-api\n  policyTypes',
    became: '- ingest\n      - embedding-worker\n      - recall-api\n      - graph-service\n  policyTypes',
    refusedBy: 'network',
  },
  {
    says: 'an address of one service that leads to another',
    was: 'CAIRN_GRAPH_URL: http://graph-service:7070',
    became: 'CAIRN_GRAPH_URL: http://recall-api:7070',
    refusedBy: 'network',
  },
  {
    says: 'a public service that the ingress controller does not reach',
    was: 'cairn-ingress: allowed',
    became: 'cairn-ingress: perhaps',
    refusedBy: 'network',
  },
  {
    says: 'a public address that the Ingress does not serve',
    was: 'CAIRN_PUBLIC_URL: https://cairn.example.org',
    became: 'CAIRN_PUBLIC_URL: https://cairn.example.net',
    refusedBy: 'ingress',
  },
  {
    says: 'an Ingress without the console',
    was: 'path: /console\n',
    became: 'path: /consoles\n',
    refusedBy: 'route',
  },
  {
    says: 'an Ingress with a path that nobody listed',
    was: 'path: /llms.txt\n        pathType: Exact',
    became: 'path: /\n        pathType: Prefix',
    refusedBy: 'route',
  },
  {
    says: 'a public path at the wrong service',
    was: 'path: /v1/recall',
    became: 'path: /v1/recal',
    refusedBy: 'route',
  },
  {
    says: 'a number of replicas beside an autoscaler',
    was: /name: recall-api\n {2}namespace: cairn\nspec:\n {2}revisionHistoryLimit/,
    became: 'name: recall-api\n  namespace: cairn\nspec:\n  replicas: 2\n  revisionHistoryLimit',
    refusedBy: 'replicas',
  },
  {
    says: 'a pod that may run as root',
    was: 'runAsNonRoot: true',
    became: 'runAsNonRoot: false',
    refusedBy: 'hardening',
  },
  {
    says: 'a writable root',
    was: 'readOnlyRootFilesystem: true',
    became: 'readOnlyRootFilesystem: false',
    refusedBy: 'hardening',
  },
  {
    says: 'an autoscaler that makes more replicas than Postgres has connections',
    was: 'maxReplicaCount: 16',
    became: 'maxReplicaCount: 40',
    refusedBy: 'connections',
  },
  {
    says: 'pools that add up to more than Postgres has connections',
    was: /POSTGRES_POOL_MAX: "\d+"/g,
    became: 'POSTGRES_POOL_MAX: "20"',
    refusedBy: 'connections',
  },
];

/** Faults in alerts, dashboard and scalers. */
export const brokenQueries: readonly BrokenManifest[] = [
  {
    says: 'an alert on a series that nothing exposes',
    was: 'expr: max(cairn_outbox_oldest_seconds)',
    became: 'expr: max(cairn_outbox_age_seconds)',
    refusedBy: 'query',
  },
  {
    says: 'a panel on a series that nothing exposes',
    was: '"expr": "max(cairn_outbox_waiting{',
    became: '"expr": "max(cairn_outbox_depth{',
    refusedBy: 'query',
  },
  {
    says: 'a panel by a label that the series does not have',
    was: 'sum by (lane) (rate(cairn_recall_degraded_total{',
    became: 'sum by (index) (rate(cairn_recall_degraded_total{',
    refusedBy: 'query',
  },
  {
    says: 'a bracket too few',
    was: 'max(cairn_outbox_dead) > 0',
    became: 'max(cairn_outbox_dead > 0',
    refusedBy: 'query',
  },
  {
    says: 'a function that Prometheus does not have',
    was: 'expr: max(cairn_outbox_oldest_seconds)',
    became: 'expr: maximum(cairn_outbox_oldest_seconds)',
    refusedBy: 'query',
  },
  {
    says: 'an alert that no page explains',
    was: 'alert: CairnDeadLetters',
    became: 'alert: CairnBuried',
    refusedBy: 'runbook',
  },
];

/** Faults in docker-compose.yml. */
export const brokenCompose: readonly BrokenManifest[] = [
  {
    says: 'a process that is killed before it ends by itself',
    was: 'stop_grace_period: 30s',
    became: 'stop_grace_period: 15s',
    refusedBy: 'setting',
  },
  { says: 'a setting that no app knows', was: 'CAIRN_RECALL_URL:', became: 'CAIRN_RECALLS_URL:', refusedBy: 'setting' },
  {
    says: 'a store that was forgotten',
    was: '      ELASTICSEARCH_URL: http://elasticsearch:9200\n',
    became: '',
    refusedBy: 'setting',
  },
  {
    says: 'a variable that no example has',
    was: '${POSTGRES_PASSWORD:-}',
    became: '${PG_PASSWORD:-}',
    refusedBy: 'setting',
  },
  {
    says: 'a neighbour that does not exist',
    was: 'ingest: { condition',
    became: 'intake: { condition',
    refusedBy: 'reference',
  },
  {
    says: 'a public path at the wrong service',
    was: 'handle /v1/graph*',
    became: 'handle /v2/graph*',
    refusedBy: 'route',
  },
  {
    says: 'a service that is on no network with its stores',
    was: 'networks: [default, stores]',
    became: 'networks: [default]',
    refusedBy: 'network',
  },
  {
    says: 'an address of one service that leads to another',
    was: 'CAIRN_GRAPH_URL: http://graph-service:7070',
    became: 'CAIRN_GRAPH_URL: http://ingest:7070',
    refusedBy: 'network',
  },
  {
    says: 'an app that does not exist',
    was: 'command: [dist/recall-api.mjs]',
    became: 'command: [dist/recall.mjs]',
    refusedBy: 'image',
  },
  { says: 'an image that changes by itself', was: 'redis:7.4-bookworm', became: 'redis:latest', refusedBy: 'image' },
];

/** Faults in the Dockerfile. */
export const brokenDockerfile: readonly BrokenManifest[] = [
  {
    says: 'another Node than the tests ran on',
    was: /NODE_VERSION=\S+/,
    became: 'NODE_VERSION=20.0.0',
    refusedBy: 'image',
  },
  {
    says: 'packages that are installed again at every change',
    was: 'COPY --from=manifests /manifests .\nRUN',
    became: 'COPY . .\nRUN',
    refusedBy: 'image',
  },
  {
    says: 'a stage that installs upon one that has the sources',
    was: /FROM \S+ AS packages/,
    became: 'FROM manifests AS packages',
    refusedBy: 'image',
  },
];

/** Faults for the rendered chart, each sound by itself but unlike the overlay. */
export const brokenCharts: readonly BrokenManifest[] = [
  { says: 'another number of replicas', was: /replicas: 3/, became: 'replicas: 4', refusedBy: 'chart' },
  { says: 'other resources', was: 'memory: 1536Mi', became: 'memory: 1537Mi', refusedBy: 'chart' },
  { says: 'a policy of another name', was: 'name: to-redis', became: 'name: to-valkey', refusedBy: 'chart' },
  {
    says: 'an account whose token is mounted',
    was: 'automountServiceAccountToken: false',
    became: 'automountServiceAccountToken: true',
    refusedBy: 'chart',
  },
];
