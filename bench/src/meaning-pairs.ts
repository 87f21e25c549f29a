import type { MemoryPair } from '@cairn/contracts';
import { RouteCaller } from '@cairn/ports';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { untilHandled, untilIndexed } from './load.ts';
import { readPairs, type MeaningRun } from './meaning-set.ts';

const TITLE_MAX = 80;

/** Stores both texts of every pair as one team's memories and reads which pairs the product flags as contradictions. */
export async function measurePairs({ folder, tell }: MeaningRun): Promise<void> {
  const pairs = readPairs(folder);
  const server = await startBenchServer({ remember: true });
  try {
    const api = server.service.app.get(RouteCaller);
    // A text of several pairs is stored as one memory.
    const pairsById = new Map<string, Set<string>>();
    for (const side of ['a', 'b'] as const)
      for (const pair of pairs) {
        const content = pair[side];
        const body = [{ title: titleOf(content), content, store: 'semantic' as const, category: 'fact' as const, tags: [] }]; // prettier-ignore
        const { items } = await api.call('addMemories', server.principal, { body });
        pairsById.set(items[0]!.id, (pairsById.get(items[0]!.id) ?? new Set()).add(pair.id));
      }
    await untilIndexed(api, server.principal);
    await untilHandled(server.service);
    const flagged = new Set<string>();
    let across = 0;
    for (const { newer, older } of await flaggedBy(server)) {
      const [these, those] = [newer, older].map(({ memoryId }) => pairsById.get(memoryId)!) as [
        Set<string>,
        Set<string>,
      ];
      const ofBoth = [...these].filter((id) => those.has(id));
      for (const id of ofBoth) flagged.add(id);
      if (ofBoth.length === 0) across += 1;
    }
    for (const pair of pairs) tell({ part: 'pairs', ...pair, flagged: flagged.has(pair.id) });
    const share = (label: string) => {
      const some = pairs.filter((pair) => pair.label === label);
      return `${some.filter(({ id }) => flagged.has(id)).length} of ${some.length}`;
    };
    console.log(
      `pairs: contradictions flagged ${share('contradiction')}, similar ones flagged ${share('similar')}, of two pairs ${across}`,
    );
  } finally {
    await server.close();
  }
}

const titleOf = (text: string): string => (text.length <= TITLE_MAX ? text : text.slice(0, TITLE_MAX));

async function flaggedBy({ service, principal }: BenchServer): Promise<MemoryPair[]> {
  const api = service.app.get(RouteCaller);
  const all: MemoryPair[] = [];
  let cursor: string | undefined;
  do {
    const query = { kind: 'contradicts' as const, limit: 50, ...(cursor !== undefined && { cursor }) };
    const { pairs, nextCursor } = await api.call('contradictions', principal, { query });
    all.push(...pairs);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
