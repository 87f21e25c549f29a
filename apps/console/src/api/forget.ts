import type { RouteInput } from '@cairn/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Refusal } from './client.ts';

type Selection = Omit<RouteInput<'forgetMany'>['body'], 'confirm'>;

const LOOK_EVERY_MS = 300;
const LOOKS_MAX = 100;

/**
 * Forgets a selection. The action is done when no answer contains an item of the selection, since the server deletes
 * the items after its response.
 */
export function useForget(onGone: () => void | Promise<void>) {
  const client = useQueryClient();
  return useMutation<void, Refusal | Error, Selection>({
    mutationFn: async (selection) => {
      const { id } = await call('forgetMany', { body: { ...selection, confirm: true } });
      if (id !== undefined) await waitUntilForgotten(id);
    },
    onSuccess: async () => {
      // Cached lists would still show forgotten items for a moment.
      client.removeQueries({ queryKey: ['listMemories'] });
      client.removeQueries({ queryKey: ['listMessages'] });
      await onGone();
      await client.invalidateQueries();
    },
  });
}

async function waitUntilForgotten(id: string): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { forgottenAt } = await call('forgetCertificate', { params: { id } });
    if (forgottenAt !== null) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error('It is on its way, and takes longer than half a minute. Look again later.');
}
