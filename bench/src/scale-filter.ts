import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageInput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { RouteCaller } from '@cairn/ports';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { untilIndexed } from './load.ts';
import type { ScaleCorpus } from './scale-corpus.ts';
import { principalsOf } from './scale-fill.ts';
import { spread } from './scale-measure.ts';
import { spreadOf, timed, type Spread } from './speed-statistics.ts';

/** Recalls in one channel, ms: by a filter on the large store, and on a store that has only the channel's messages. */
export interface FilterFigures {
  readonly messages: number;
  readonly filtered: Spread;
  readonly alone: Spread;
}

/** Number of messages of the channel that is asked, about a thousandth of a million. */
const WANTED = 1_000;
const BATCH = 200;

/** Asks both stores the same questions in alternating order, so that the load of the machine meets both alike. */
export async function measureFilter(dataDir: string, corpus: ScaleCorpus, times: number): Promise<FilterFigures> {
  const [organisation] = corpus.organisations as [string];
  const messages = await oneChannel(corpus.messages(organisation));
  const smallDir = mkdtempSync(join(tmpdir(), 'cairn-scale-'));
  const model = new HashedEmbedder();
  const large = await startBenchServer({ remember: false, dataDir, model });
  const small = await startBenchServer({ remember: false, dataDir: smallDir, model });
  try {
    await store(small, messages);
    const owner = principalsOf(dataDir, corpus.organisations, large.principal).get(organisation)!;
    const texts = spread(corpus.queries, times).map(({ query }) => query);
    const ask = (server: BenchServer, principal: Principal) => async (query: string) =>
      (
        await timed(() =>
          server.service.app
            .get(RouteCaller)
            .call('recall', principal, { body: { query, channel: messages[0]!.channel, abstain: false } }),
        )
      ).ms;
    const both = [ask(large, owner), ask(small, small.principal)] as const;
    for (const query of texts.slice(0, 20)) for (const each of both) await each(query);
    const [filtered, alone]: [number[], number[]] = [[], []];
    for (const query of texts) {
      filtered.push(await both[0](query));
      alone.push(await both[1](query));
    }
    return { messages: messages.length, filtered: spreadOf(filtered), alone: spreadOf(alone) };
  } finally {
    await Promise.all([large.close(), small.close()]);
    rmSync(smallDir, { recursive: true, force: true });
  }
}

/** Messages of the channel whose number is nearest to the wanted one. */
async function oneChannel(messages: AsyncIterable<MessageInput>): Promise<MessageInput[]> {
  const byChannel = new Map<string, MessageInput[]>();
  for await (const message of messages) {
    const inChannel = byChannel.get(message.channel ?? '') ?? [];
    byChannel.set(message.channel ?? '', inChannel);
    inChannel.push(message);
  }
  const off = (list: readonly unknown[]) => Math.abs(list.length - WANTED);
  return [...byChannel.values()].reduce((best, each) => (off(each) < off(best) ? each : best));
}

async function store({ service, principal }: BenchServer, messages: readonly MessageInput[]): Promise<void> {
  const api = service.app.get(RouteCaller);
  for (let at = 0; at < messages.length; at += BATCH)
    await api.call('addMessages', principal, { headers: {}, body: messages.slice(at, at + BATCH) });
  await untilIndexed(api, principal);
}
