import type { MemoryId } from '@cairn/contracts';
import { call } from '../../api/client.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { perform, toastWithUndo } from '../../parts/toast.tsx';

interface Confirmable {
  readonly memoryId: MemoryId;
  readonly title: string;
  readonly channel: string | null;
}

const targetOf = ({ memoryId, channel }: Confirmable) => ({ params: { id: memoryId }, ...channelQuery(channel) });

/** Confirms that a memory is true, and shows a notification with an undo button. */
export const confirm = (memory: Confirmable): void =>
  perform(async () => {
    await call('confirmMemory', targetOf(memory));
    const takeBack = () => unconfirmAll([memory]);
    toastWithUndo({ says: `Confirmed: ${memory.title}`, takeBack });
  });

/** Takes confirmations back, one after another. */
export async function unconfirmAll(memories: readonly Confirmable[]): Promise<void> {
  for (const memory of memories) await call('unconfirmMemory', targetOf(memory));
}
