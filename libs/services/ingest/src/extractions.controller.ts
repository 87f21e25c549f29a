import { Controller } from '@nestjs/common';
import { limits, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { authorOf, scopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { extractions, requireOpen, type Extractions } from '@cairn/store';

/** Routes that decide which conversations are read for proposals. The indexing service reads the conversations. */
@Controller()
export class ExtractionsController {
  constructor(@Uses(extractions) private readonly extractions: Extractions) {}

  @Serves('extract')
  async extract(
    caller: Principal,
    { body: { sessionKeys, channel, importId, sinceMs, after } }: ParsedInput<'extract'>,
  ): Promise<RouteOutput<'extract'>> {
    const limit = limits.extractedSessions.max;
    const selection = { filter: { kind: 'message' as const, channel, sinceMs }, sessionKeys, importId, after };
    const last = await this.extractions.request({ scope: scopeOf(caller, channel), ...selection, limit });
    return { conversations: last.number, next: last.number === limit ? last.id : null };
  }

  @Serves('extractionProgress')
  async extractionProgress(
    caller: Principal,
    { query: { importId } }: ParsedInput<'extractionProgress'>,
  ): Promise<RouteOutput<'extractionProgress'>> {
    const limit = limits.waitingConversations.max;
    return { waiting: await this.extractions.countDue({ scope: scopeOf(caller), importId, limit }) };
  }

  @Serves('listExtractionChannels')
  async listExtractionChannels({
    orgId,
    closedChannels = [],
  }: Principal): Promise<RouteOutput<'listExtractionChannels'>> {
    const off = await this.extractions.unreadChannels({ orgId });
    return { off: off.filter((channel) => !closedChannels.includes(channel)) };
  }

  @Serves('setExtractionChannel')
  async setExtractionChannel(
    caller: Principal,
    { body }: ParsedInput<'setExtractionChannel'>,
  ): Promise<RouteOutput<'setExtractionChannel'>> {
    requireOpen(caller, body.channel, 'channel');
    await this.extractions.setChannel({
      ...{ author: authorOf(caller), channel: body.channel, isRead: body.extraction === 'on' },
    });
    return body;
  }
}
