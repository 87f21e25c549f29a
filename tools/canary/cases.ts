/** A line of code and the file in which it is imagined. */
export interface CanaryCase {
  readonly says: string;
  readonly file: string;
  readonly code: string;
  /** Rule that must refuse it; absent if it must pass. */
  readonly refusedBy?: string;
}

const boundaries = '@nx/enforce-module-boundaries';
const imports = 'no-restricted-imports';

const recall = 'libs/services/recall/src/canary.ts';
const ranking = 'libs/ranking/src/canary.ts';
const words = 'libs/ports/src/canary.ts';

/** Deliberate violations. If one of them passes, a rule has stopped working. */
export const forbidden: readonly CanaryCase[] = [
  {
    says: 'a driver in a service',
    file: recall,
    code: `import { Kysely } from 'kysely'; new Kysely({});`,
    refusedBy: boundaries,
  },
  {
    says: "Node's own driver in a service",
    file: recall,
    code: `import { DatabaseSync } from 'node:sqlite'; new DatabaseSync(':memory:');`,
    refusedBy: imports,
  },
  {
    says: 'OpenTelemetry in a service',
    file: recall,
    code: `import { trace } from '@opentelemetry/api'; trace.disable();`,
    refusedBy: boundaries,
  },
  {
    says: 'OpenTelemetry in an adapter',
    file: 'libs/adapters/qdrant/src/canary.ts',
    code: `import { trace } from '@opentelemetry/api'; trace.disable();`,
    refusedBy: boundaries,
  },
  {
    says: 'Nest in ranking',
    file: ranking,
    code: `import { Injectable } from '@nestjs/common'; Injectable();`,
    refusedBy: boundaries,
  },
  {
    says: 'ports in ranking',
    file: ranking,
    code: `import { Clock } from '@cairn/ports'; Clock.name;`,
    refusedBy: boundaries,
  },
  {
    says: 'a socket in ranking',
    file: ranking,
    code: `import { connect } from 'node:net'; connect(1);`,
    refusedBy: imports,
  },
  {
    says: 'a service importing a service',
    file: recall,
    code: `import { x } from '@cairn/service-ingest'; x();`,
    refusedBy: boundaries,
  },
  {
    says: 'a transfer of files importing a service',
    file: 'libs/transfer/src/canary.ts',
    code: `import { x } from '@cairn/service-recall'; x();`,
    refusedBy: boundaries,
  },
  {
    says: 'an app importing an app',
    file: 'apps/cli/src/canary.ts',
    code: `import { readOptions } from '../../server/src/options.ts'; readOptions([]);`,
    refusedBy: boundaries,
  },
  {
    says: 'an app importing the embedded adapter',
    file: 'apps/server/src/canary.ts',
    code: `import { x } from '@cairn/adapter-embedded'; x();`,
    refusedBy: imports,
  },
  {
    says: 'ports importing a service',
    file: 'libs/ports/src/canary.ts',
    code: `import { x } from '@cairn/service-recall'; x();`,
    refusedBy: boundaries,
  },
  {
    says: 'contracts importing ports',
    file: 'libs/contracts/src/canary.ts',
    code: `import { Clock } from '@cairn/ports'; Clock.name;`,
    refusedBy: boundaries,
  },
  {
    says: 'the domain importing ports',
    file: 'libs/domain/src/canary.ts',
    code: `import { Clock } from '@cairn/ports'; Clock.name;`,
    refusedBy: boundaries,
  },
  {
    says: 'contracts importing the domain',
    file: 'libs/contracts/src/canary.ts',
    code: `import { hasRole } from '@cairn/domain'; hasRole.name;`,
    refusedBy: boundaries,
  },
  {
    says: 'a relative path into another lib',
    file: recall,
    code: `import { Clock } from '../../../ports/src/clock.ts'; Clock.name;`,
    refusedBy: boundaries,
  },
  {
    says: 'an adapter in production code of a service',
    file: recall,
    code: `import { x } from '@cairn/adapter-embedded'; x();`,
    refusedBy: boundaries,
  },
  {
    says: 'builders in production code of a service',
    file: recall,
    code: `import { aMessage } from '@cairn/testing'; aMessage();`,
    refusedBy: boundaries,
  },
  {
    says: 'an adapter in a contract suite',
    file: 'libs/testing/src/canary.ts',
    code: `import { x } from '@cairn/adapter-embedded'; x();`,
    refusedBy: boundaries,
  },
  {
    says: 'Nest in an adapter',
    file: 'libs/adapters/embedded/src/canary.ts',
    code: `import { Server } from '@nestjs/microservices'; Server.name;`,
    refusedBy: imports,
  },
  {
    says: "Nest's core in an event transport",
    file: 'libs/adapters/embedded/src/events/canary.ts',
    code: `import { NestFactory } from '@nestjs/core'; NestFactory.create({});`,
    refusedBy: boundaries,
  },
  {
    says: 'the product in an end-to-end test',
    file: 'e2e/src/canary.ts',
    code: `import { x } from '@cairn/backends'; x();`,
    refusedBy: boundaries,
  },
  {
    says: 'the environment outside the settings',
    file: recall,
    code: `export const port = process.env['PORT'];`,
    refusedBy: 'no-restricted-syntax',
  },
  {
    says: 'export of everything',
    file: recall,
    code: `export * from './recall.ts';`,
    refusedBy: 'no-restricted-syntax',
  },
  { says: 'a default export', file: recall, code: `export default 1;`, refusedBy: 'no-restricted-syntax' },
  {
    says: 'a suite of more than 700 lines',
    file: 'libs/services/recall/src/canary.test.ts',
    code: '\n'.repeat(701),
    refusedBy: 'max-lines',
  },
  {
    says: 'a comment that begins with What',
    file: words,
    code: `/**\n * What a port promises.\n */\nexport const promise = 1;`,
    refusedBy: 'words/comments',
  },
  {
    says: 'a comment in another dialect than that of the field',
    file: words,
    code: `export const promise = 1; // The index hears of it.`,
    refusedBy: 'words/comments',
  },
  {
    says: 'a message that begins with Those',
    file: words,
    code: 'export const message = (name: string) => `Those readers know ${name}.`;',
    refusedBy: 'words/messages',
  },
  {
    says: 'a feature of the store without its token',
    file: recall,
    code: `import { Injectable, Optional } from '@nestjs/common';\nimport { teams, type Teams } from '@cairn/store';\n@Injectable()\nexport class Canary {\n  constructor(@Optional() readonly teams?: Teams, readonly name = teams.token) {}\n}`,
    refusedBy: 'injected/named',
  },
  {
    says: 'an interface of the same file without a token',
    file: recall,
    code: `import { Controller } from '@nestjs/common';\ninterface Options {}\n@Controller()\nexport class Canary {\n  constructor(private readonly options: Options) {}\n}`,
    refusedBy: 'injected/named',
  },
];

export const permitted: readonly CanaryCase[] = [
  {
    says: 'a service with ports, ranking and Nest',
    file: recall,
    code: `import { Injectable } from '@nestjs/common';\nimport { Clock } from '@cairn/ports';\nimport { rank } from '@cairn/ranking';\nInjectable();\nrank(Clock);`,
  },
  {
    says: 'the embedded adapter and builders in a test of a service',
    file: 'libs/services/recall/src/canary.test.ts',
    code: `import { x } from '@cairn/adapter-embedded';\nimport { aMessage } from '@cairn/testing';\nx(aMessage());`,
  },
  {
    says: 'a pure library with other pure libraries',
    file: 'libs/extraction/src/canary.ts',
    code: `import { sentencesOf } from '@cairn/text';\nimport { englishReader } from '@cairn/graph';\nsentencesOf(String(englishReader));`,
  },
  {
    says: 'an importer reading a file',
    file: 'libs/importers/src/canary.ts',
    code: `import { createReadStream } from 'node:fs';\ncreateReadStream('x');`,
  },
  {
    says: 'a driver in an adapter',
    file: 'libs/adapters/embedded/src/canary.ts',
    code: `import { DatabaseSync } from 'node:sqlite';\nimport { Kysely } from 'kysely';\nnew Kysely(DatabaseSync);`,
  },
  {
    says: 'a microservice strategy in an event transport',
    file: 'libs/adapters/embedded/src/events/canary.ts',
    code: `import { Server } from '@nestjs/microservices';\nServer.name;`,
  },
  {
    says: 'the CLI asking a running server',
    file: 'apps/cli/src/canary.ts',
    code: `import { x } from '@cairn/adapter-http-services';\nx();`,
  },
  {
    says: 'an app with backends and services',
    file: 'apps/server/src/canary.ts',
    code: `import { embedded } from '@cairn/backends';\nimport { RecallModule } from '@cairn/service-recall';\nembedded(RecallModule);`,
  },
  {
    says: 'a feature with its token, and classes',
    file: recall,
    code: `import { Injectable, Optional } from '@nestjs/common';\nimport { Uses } from '@cairn/platform';\nimport { Clock } from '@cairn/ports';\nimport { teams, type Teams } from '@cairn/store';\nclass Own {}\n@Injectable()\nexport class Canary {\n  constructor(@Optional() @Uses(teams) readonly teams?: Teams, readonly clock?: Clock, readonly own?: Own) {}\n}`,
  },
  {
    says: 'a second line and a question that begin with What',
    file: words,
    code: `// Asks the person,\n// What they want.\nexport const question = 'What do you want to know?';`,
  },
];
