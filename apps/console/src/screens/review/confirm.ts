import type { MemoryId } from '@cairn/contracts';
import { useMutation } from '@tanstack/react-query';
import { call, type Refusal } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';

interface Confirmable {
  readonly memoryId: MemoryId;
  readonly title: string;
  readonly channel: string | null;
}

const targetOf = ({ memoryId, channel }: Confirmable) => ({ params: { id: memoryId }, ...channelQuery(channel) });

/** Confirms that a memory is true, and shows a notification with an undo button. */
export function useConfirm() {
  const confirm = useMutation<void, Refusal, Confirmable>({
    mutationFn: async (memory) => {
      await call('confirmMemory', targetOf(memory));
      toastWithUndo(`Confirmed: ${memory.title}`, () => void unconfirm(memory));
      await queryClient.invalidateQueries();
    },
    onError: toastFailure,
  });
  return (memory: Confirmable) => confirm.mutate(memory);
}

const unconfirm = (memory: Confirmable) =>
  call('unconfirmMemory', targetOf(memory)).then(
    () => queryClient.invalidateQueries(),
    (error: Refusal) => toastFailure(error),
  );
