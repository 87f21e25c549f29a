import { MessageSearchRequest, SessionTurns, Turn } from '@cairn/contracts';
import { fitItems, newBoundary, renderRecent } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, cutFields, JSON_FRAME_CHARS } from './budget.ts';
import { messageTime, withMessageTime } from './message-time.ts';

/** Parameter of the tools that show messages with their neighbours. */
export const neighboursField = MessageSearchRequest.shape.neighbours;

const Shown = SessionTurns.extend({ messages: z.array(Turn.extend({ ...cutFields, ...messageTime })) });
type Shown = z.infer<typeof Shown>;

export const turnFields = {
  turns: z.array(Shown).optional().describe('With neighbours: the messages among those beside them, by session'),
  turnsLeftOut: z.number().int().min(1).optional().describe('Messages of turns that had no room in budgetChars'),
};

const SHARE_OF_JSON = 0.5;

/** Renders messages by session as text for a model, and marks the hits. */
export function renderTurns(turns: readonly SessionTurns[], budget: number): string {
  const messages = turns.flatMap((session) => session.messages);
  const found = messages.filter(({ isFound }) => isFound).length;
  const heading = `Messages by session (* ${found} found)`;
  const budgetChars = Math.min(blockBudgetOf(budget), budget - JSON_FRAME_CHARS);
  return renderRecent({ heading, messages, boundary: newBoundary(), budgetChars, keep: 'first' });
}

/**
 * Fits the turns into the JSON part. The turns get half of the room that the block leaves; the hits get the other half.
 */
export function fitTurns(
  turns: readonly SessionTurns[],
  { budget, block }: { readonly budget: number; readonly block: string },
): z.input<z.ZodObject<typeof turnFields>> {
  const all = turns.flatMap(({ messages, sessionKey }, session) =>
    messages.map((message) => ({ ...withMessageTime(message), session, sessionKey })),
  );
  const { items, leftOut } = fitItems(all, (budget - block.length) * SHARE_OF_JSON);
  const shown = [...Map.groupBy(items, ({ session }) => session).values()].map((messages) => ({
    sessionKey: messages[0]!.sessionKey,
    messages: messages.map(({ session: _, ...message }) => message),
  }));
  return { ...(shown.length > 0 && { turns: shown }), ...(leftOut > 0 && { turnsLeftOut: leftOut }) };
}
