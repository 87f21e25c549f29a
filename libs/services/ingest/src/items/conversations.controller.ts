import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import { demoFilterFor, scopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { conversations, type Conversations } from '@cairn/store';
import { cutAtWord } from '@cairn/text';
import { cursorOf, placeOf } from './cursor.ts';

const ORDER = 'newest';
const TITLE_CHARS_MAX = 120;

@Controller()
export class ConversationsController {
  constructor(@Uses(conversations) private readonly conversations: Conversations) {}

  @Serves('listConversations')
  async list(
    caller: Principal,
    { query: { limit, cursor, ...filter } }: ParsedInput<'listConversations'>,
  ): Promise<RouteOutput<'listConversations'>> {
    const { conversations: found, next } = await this.conversations.list({
      ...{ scope: scopeOf(caller, filter.channel), limit },
      filter: { kind: 'message', ...filter, ...demoFilterFor(filter.channel) },
      after: cursor === undefined ? undefined : placeOf(cursor, ORDER),
    });
    return {
      items: found.map(({ firstText, ...one }) => ({ ...one, title: titleOf(firstText) })),
      nextCursor: next ? cursorOf(ORDER, next) : null,
    };
  }

  @Serves('derivedMemories')
  async memories(
    caller: Principal,
    { query: { sessionKey, channel } }: ParsedInput<'derivedMemories'>,
  ): Promise<RouteOutput<'derivedMemories'>> {
    return { memories: await this.conversations.memoriesFrom({ scope: scopeOf(caller, channel), sessionKey }) };
  }
}

/** The first line with words of a message, cut between two words. */
function titleOf(text: string): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? text;
  return cutAtWord(line.replace(/^[\s#>*-]+/, '').trim(), TITLE_CHARS_MAX);
}
