import type { ItemId, Written } from '@cairn/contracts';
import { OnEvent, Uses } from '@cairn/platform';
import { IndexLedger, type Pointer } from '@cairn/ports';
import { Controller } from '@nestjs/common';
import { graphs, type Graphs } from '@cairn/store';
import { MemoryTexts } from './memory-texts.ts';

/** Reads memories into the graph as they are written, changed and forgotten. */
@Controller()
export class GraphEvents {
  constructor(
    private readonly ledger: IndexLedger,
    @Uses(graphs) private readonly graphs: Graphs,
    private readonly texts: MemoryTexts,
  ) {}

  /**
   * Reads the current version of the memory, whichever version the event names, since a later version has an event of
   * its own.
   */
  @OnEvent('memory.written', 'graph')
  async memoryWritten({ orgId, id }: Written): Promise<void> {
    const pointer: Pointer = { orgId, kind: 'memory', id: id as ItemId };
    const item = await this.ledger.load(pointer);
    if (!item) return;
    const said = await this.texts.statementsOf(item);
    if (await this.graphs.keep({ ...pointer, version: item.version, said }))
      await this.ledger.markIndexed(pointer, 'graph', item.version);
  }
}
