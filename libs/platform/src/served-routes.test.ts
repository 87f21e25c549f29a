import { CairnError, type ParsedInput, type RouteInput, type RouteName, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Neighbours, RouteCaller } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { Controller, Module, type Provider, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { DeniedCallCounts } from './denied-calls.ts';
import { FullIds } from './full-ids.ts';
import { AgentCallRecorder } from './agent-call-recorder.ts';
import { UseCounter } from './use-counter.ts';
import { ServedRoutes } from './served-routes.ts';
import { Serves } from './serves.ts';

const ada = aPrincipal();
const nothing = { messages: [], query: { limit: 0, channel: null, sessionKey: null, sinceMs: null } };

@Controller()
class RecentHere {
  asked: unknown[] = [];

  @Serves('recent')
  recent(principal: Principal, input: ParsedInput<'recent'>): RouteOutput<'recent'> {
    this.asked.push([principal.name, input]);
    return nothing;
  }
}

@Controller()
class RecentToo {
  @Serves('recent')
  recent(): RouteOutput<'recent'> {
    return nothing;
  }
}

class Elsewhere extends Neighbours {
  asked: unknown[] = [];

  async call<Name extends RouteName>(name: Name, _: Principal, input: RouteInput<Name>): Promise<RouteOutput<Name>> {
    this.asked.push([name, input]);
    return {} as RouteOutput<Name>;
  }
}

async function callerIn(controllers: Type[], others: Provider[] = []) {
  @Module({
    imports: [DiscoveryModule],
    controllers,
    providers: [
      FullIds,
      UseCounter,
      AgentCallRecorder,
      DeniedCallCounts,
      ServedRoutes,
      { provide: RouteCaller, useExisting: ServedRoutes },
      ...others,
    ],
  })
  class Process {}
  return NestFactory.createApplicationContext(Process, { logger: false });
}

it('asks the handler of this process, with what the schemas make of the input', async () => {
  const app = await callerIn([RecentHere]);

  await app.get(RouteCaller).call('recent', ada, { query: { sinceMs: '2026-01-05T10:00:00.005Z' } });
  await app.get(RouteCaller).call('recent', ada, {});

  expect(app.get(RecentHere).asked).toEqual([
    ['Ada', { query: { limit: 20, sinceMs: Date.UTC(2026, 0, 5, 10, 0, 0, 5) } }],
    ['Ada', { query: { limit: 20 } }],
  ]);
});

it('refuses input as the door does, all of its parts at once', async () => {
  const app = await callerIn([RecentHere]);
  const call = (query: object) => app.get(RouteCaller).call('recent', ada, { query });

  await expect(call({ limit: 101, page: 2 })).rejects.toMatchObject({
    code: 'request/invalid',
    issues: [{ field: 'limit', allowed: 'a whole number from 1 to 100' }, { field: 'page' }],
  });
});

it('asks the neighbours for what it does not handle, and says so where it has none', async () => {
  const elsewhere = new Elsewhere();
  const app = await callerIn([RecentHere], [{ provide: Neighbours, useValue: elsewhere }]);
  await app.get(RouteCaller).call('stats', ada, {});
  const alone = await callerIn([RecentHere]);

  expect(elsewhere.asked).toEqual([['stats', {}]]);
  await expect(alone.get(RouteCaller).call('stats', ada, {})).rejects.toBeInstanceOf(CairnError);
});

it('takes no two handlers of one route, and names both', async () => {
  const app = await callerIn([RecentHere, RecentToo]);

  await expect(app.get(RouteCaller).call('recent', ada, {})).rejects.toThrow(
    'recent has two handlers, RecentHere.recent and RecentToo.recent.',
  );
});

it('names the routes of its service that a process does not handle', async () => {
  const app = await callerIn([RecentHere]);

  expect(() => app.get(ServedRoutes).requireOf('recall-api')).toThrow(
    /^No handler for previewExtraction, recall, searchMessages, memoryLinks, stats, preflight, overview, wake, why, searchNotes, noteLines, recallPatterns, queryKnowledge, recallHealth, though/,
  );
  expect(() => app.get(ServedRoutes).requireOf('graph-service')).toThrow(/^No handler for graphOwners, /);
  expect(() => app.get(ServedRoutes).requireOf('mcp-gateway')).not.toThrow();
  expect(() => app.get(ServedRoutes).requireOf('all-in-one')).toThrow(
    /^No handler for addMessages, .*stats.*, though the route table has them\.$/,
  );
});
