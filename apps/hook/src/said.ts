import { createHash } from 'node:crypto';
import { MessageInput } from '@cairn/contracts';
import type { Asker } from './answer.ts';
import type { HookInput } from './input.ts';
import { maskMessage } from './mask-message.ts';
import { spoolOf } from './spool.ts';

/** Spools what the input says was said, for clients whose hooks carry the texts. */
export async function spoolSaid({ client, config }: Asker, input: HookInput, folder: string): Promise<void> {
  const messages = saidIn(client.id, input, config.visibility);
  await spoolOf(folder, client.id).put(messages.map((message) => maskMessage(message, config)));
}

/**
 * The messages in an input. Such a client gives messages no ids, so the id is derived from the session, the turn and the text:
 * the same event that comes twice is stored once.
 */
function saidIn(client: string, input: HookInput, visibility: 'private' | 'org' | undefined): MessageInput[] {
  const { session, turn, time, prompt, response } = input;
  const said = [
    { role: 'user', text: prompt },
    { role: 'assistant', text: response },
  ];
  return said.flatMap(({ role, text }) => {
    const message = MessageInput.safeParse({
      ...{ role, content: text?.trim(), source: client, timestamp: time ?? Date.now() },
      externalId: createHash('sha256')
        .update(JSON.stringify([session, turn ?? time, role, text]))
        .digest('hex'),
      ...(session !== undefined && { sessionKey: session }),
      ...(visibility === 'private' && { visibility }),
    });
    return message.success ? [message.data] : [];
  });
}
