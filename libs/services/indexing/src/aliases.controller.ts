import { Controller } from '@nestjs/common';
import type { Item, ItemId, Written } from '@cairn/contracts';
import { OnEvent, Uses } from '@cairn/platform';
import { IndexLedger } from '@cairn/ports';
import { CALL_RULES_VERSION, callsIn, type Call } from '@cairn/text';
import { aliases, type Aliases } from '@cairn/store';

/**
 * Learns aliases from the names by which messages address people, after the response to the writer. Processing an event
 * twice changes nothing.
 */
@Controller()
export class AliasesSubscriber {
  constructor(
    private readonly ledger: IndexLedger,
    @Uses(aliases) private readonly aliases: Aliases,
  ) {}

  @OnEvent('message.written', 'aliases')
  async messageWritten({ orgId, id: written }: Written): Promise<void> {
    const id = written as ItemId;
    const pointer = { orgId, kind: 'message', id } as const;
    const item = await this.ledger.load(pointer);
    if (!item) return;
    const names = 'deletedAt' in item ? [] : callsOf(item);
    if (names.length > 0) await this.aliases.hear({ orgId, id, calls: { rules: CALL_RULES_VERSION, names } });
    await this.ledger.markIndexed(pointer, 'aliases', item.version);
  }
}

/** Finds the names by which an item addresses people. Only a message with a speaker has any. */
const callsOf = (item: Item): Call[] => (item.kind === 'message' && item.speaker !== null ? callsIn(item.content) : []);
