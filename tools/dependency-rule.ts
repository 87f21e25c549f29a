/** Permitted imports per project type. ESLint enforces the table, docs/reference/dependency-rule.md shows it, tools/canary tests it. */
export interface DependencyRule {
  readonly type: ProjectType;
  readonly may: readonly ProjectType[];
  readonly nest: 'no' | 'yes' | '@nestjs/microservices';
  readonly drivers: boolean;
  /** True if it may use Node's own modules. */
  readonly node: boolean;
  readonly why: string;
}

const projectTypes = [
  'contracts',
  'domain',
  'pure',
  'ports',
  'client',
  'platform',
  'store',
  'service',
  'adapter',
  'wiring',
  'testing',
  'app',
  'console',
  'e2e',
  'bench',
] as const;
export type ProjectType = (typeof projectTypes)[number];

const everything: readonly ProjectType[] = [
  'client',
  'contracts',
  'domain',
  'pure',
  'ports',
  'platform',
  'store',
  'service',
  'adapter',
  'wiring',
];

export const dependencyRules: readonly DependencyRule[] = [
  {
    type: 'contracts',
    may: [],
    nest: 'no',
    drivers: false,
    node: false,
    why: 'Everyone reads what crosses a process, so it depends on no one.',
  },
  {
    type: 'domain',
    may: ['contracts'],
    nest: 'no',
    drivers: false,
    node: false,
    why: 'The rules that hold whatever stores the items and whoever serves them: who sees and changes what, and what a filter matches.',
  },
  {
    type: 'pure',
    may: ['contracts', 'domain', 'pure'],
    nest: 'no',
    drivers: false,
    node: false,
    why: 'Logic that is a function of its arguments; importers also read the files they are given. Nx refuses a circle among them.',
  },
  {
    type: 'ports',
    may: ['contracts', 'domain'],
    nest: 'no',
    drivers: false,
    node: false,
    why: 'A promise names no one who keeps it.',
  },
  {
    type: 'client',
    may: ['contracts', 'pure', 'ports'],
    nest: 'no',
    drivers: false,
    node: true,
    why: 'Carries files to a server and back over HTTP, for any program on the machine of the files.',
  },
  {
    type: 'platform',
    may: ['contracts', 'domain', 'ports', 'pure', 'store'],
    nest: 'yes',
    drivers: false,
    node: true,
    why: 'How any service starts, reads its settings, logs, fails and stops, whatever it does.',
  },
  {
    type: 'service',
    may: ['contracts', 'domain', 'ports', 'pure', 'platform', 'store'],
    nest: 'yes',
    drivers: false,
    node: true,
    why: 'The use cases, on any backend: they know the store and ports, not adapters, and no other service.',
  },
  {
    type: 'store',
    may: ['contracts', 'domain', 'ports', 'pure'],
    nest: 'no',
    drivers: true,
    node: true,
    why: 'The store by feature: tables, commands and rules, written once for both dialects. It opens no connection.',
  },
  {
    type: 'adapter',
    may: ['contracts', 'domain', 'ports', 'pure', 'store'],
    nest: '@nestjs/microservices',
    drivers: true,
    node: true,
    why: 'The only code that knows a driver. Event transports are strategies of @nestjs/microservices.',
  },
  {
    type: 'wiring',
    may: ['contracts', 'domain', 'ports', 'store', 'adapter', 'platform'],
    nest: 'yes',
    drivers: false,
    node: true,
    why: 'Says which adapter stands behind which port, and nothing else.',
  },
  {
    type: 'testing',
    may: ['contracts', 'domain', 'ports', 'pure'],
    nest: 'no',
    drivers: false,
    node: true,
    why: 'A contract suite is handed its adapter; importing one would close a circle.',
  },
  {
    type: 'app',
    may: everything,
    nest: 'yes',
    drivers: false,
    node: true,
    why: 'Says what runs. It may import one adapter, http-services: libs/backends chooses the others.',
  },
  {
    type: 'console',
    may: ['contracts', 'domain', 'pure'],
    nest: 'no',
    drivers: false,
    node: false,
    why: 'Runs in a browser: it knows the types of the routes, and asks them over HTTP. Its build makes texts of pure libs.',
  },
  {
    type: 'e2e',
    may: ['contracts', 'testing'],
    nest: 'no',
    drivers: false,
    node: true,
    why: 'Speaks only HTTP and MCP, so that the same tests hold for one process and for five.',
  },
  {
    type: 'bench',
    may: [...everything, 'testing'],
    nest: 'yes',
    drivers: true,
    node: true,
    why: "Measures the product's own use cases, and raw engine calls beside them.",
  },
];

/** Further types that test files may import: the embedded adapters are the test doubles. */
export const inTestsAlso: readonly ProjectType[] = [
  'contracts',
  'domain',
  'pure',
  'ports',
  'store',
  'testing',
  'adapter',
];

/** Node modules for libs/importers, which is pure apart from reading files. */
export const importersMay: readonly string[] = [
  'node:fs',
  'node:path',
  'node:crypto',
  'node:readline',
  'node:stream',
  'node:zlib',
];

/** Packages that talk to a store, a queue or a model. */
export const drivers: readonly string[] = [
  'better-sqlite3',
  'kysely',
  'onnxruntime-*',
  'bullmq',
  'ioredis',
  'pg',
  '@nestjs/bullmq',
  '@qdrant/*',
  '@elastic/*',
];

/** Packages that create and send traces. Other services go through libs/platform, and adapters pass a traceparent as text. */
export const telemetry: readonly string[] = ['@opentelemetry/*'];

/** Drivers that come with Node. ESLint's Nx rule does not see Node's modules, so a separate rule bans them. */
export const nodeDrivers: readonly string[] = ['node:sqlite'];

/** Packages of Nest; the second list is permitted for an event transport. */
const nestPackages: readonly string[] = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  '@nestjs/platform-*',
  '@nestjs/swagger',
  '@nestjs/testing',
];

export function bannedPackages({ type, nest, drivers: mayUseDrivers }: DependencyRule): string[] {
  const isBanned = (name: string) => nest === 'no' || (nest !== 'yes' && name !== nest);
  return [
    ...nestPackages.filter(isBanned),
    ...(mayUseDrivers ? [] : drivers),
    ...(type === 'platform' ? [] : telemetry),
  ];
}
