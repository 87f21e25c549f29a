import { setImmediate as othersTurn } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import type { ItemId, MessageId, ParsedInput, RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { embedBy, readWindow, turnsOfWindow, windowOf, type Embed, type Extracted } from '@cairn/extraction';
import { Serves, Uses } from '@cairn/platform';
import { Embedders } from '@cairn/ports';
import { extractions, type Extractions } from '@cairn/store';

/**
 * The most conversations that one preview reads; `WINDOWS_MAX` is the most windows of all these conversations together.
 */
const CONVERSATIONS_MAX = 20;
const WINDOWS_MAX = 20;

/**
 * Shows the statements that conversations would propose as memories. Reads only conversations within the scope of the
 * call.
 */
@Controller()
export class ExtractionPreviewController {
  constructor(
    private readonly embedders: Embedders,
    @Uses(extractions) private readonly extractions: Extractions,
  ) {}

  @Serves('previewExtraction')
  async preview(
    caller: Principal,
    { body: { sessionKeys, channel, importId, sinceMs } }: ParsedInput<'previewExtraction'>,
  ): Promise<RouteOutput<'previewExtraction'>> {
    const filter = { kind: 'message' as const, channel, sinceMs };
    const query = { scope: scopeOf(caller, channel), filter, sessionKeys, importId, limit: CONVERSATIONS_MAX + 1 };
    const [found, unread] = await Promise.all([
      this.extractions.find(query),
      this.extractions.unreadChannels({ orgId: caller.orgId }),
    ]);
    const embed = await this.embed();
    const reading = { orgId: caller.orgId, embed, unread, windows: WINDOWS_MAX };
    const answer = { statements: [] as RouteOutput<'previewExtraction'>['statements'], messages: 0 };
    for (const conversation of found.slice(0, CONVERSATIONS_MAX)) {
      const read = await this.read(conversation, reading);
      reading.windows -= read.windows;
      answer.messages += read.messages;
      answer.statements.push(...read.statements.map(statementOf));
    }
    return { ...answer, isMore: found.length > CONVERSATIONS_MAX || reading.windows <= 0 };
  }

  private async read({ id, since }: { readonly id: ItemId; readonly since: number }, reading: Reading) {
    const { orgId, embed, unread } = reading;
    const read = { statements: [] as Extracted[], messages: 0, windows: 0 };
    const found = await this.extractions.turnsSince({ orgId, itemId: id, since });
    if (!found) return read;
    const last = Math.min(windowOf(found.last), windowOf(found.first) + reading.windows - 1);
    for (let number = windowOf(found.first); number <= last; number += 1) {
      const turns = await this.extractions.turns({ orgId, itemId: id, ...turnsOfWindow(number) });
      read.windows += 1;
      if (turns.some(({ channel }) => channel !== null && unread.includes(channel))) continue;
      read.messages += turns.length;
      read.statements.push(...(await readWindow(number, turns, { embed, pause: () => othersTurn() })));
    }
    return read;
  }

  private async embed(): Promise<Embed | undefined> {
    if (this.embedders.isOff) return undefined;
    return embedBy(await this.embedders.live());
  }
}

interface Reading {
  readonly orgId: Principal['orgId'];
  readonly embed: Embed | undefined;
  readonly unread: readonly string[];
  /** Number of windows that may still be read. */
  windows: number;
}

const statementOf = ({ kind, content, category, subject, certainty, saidBy, quotes }: Extracted) => ({
  ...{ kind, content, category, certainty, saidBy: { ...saidBy } },
  ...(subject !== undefined && { subject }),
  quotes: quotes.map(({ messageId, start, end }) => ({ messageId: messageId as MessageId, start, end })),
});
