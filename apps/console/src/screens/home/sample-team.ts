import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Refusal } from '../../api/client.ts';

/** Channel and source of the sample. No list and no answer has its items, unless it is asked for this channel. */
export const SAMPLE_CHANNEL = 'demo';
export const SAMPLE_SOURCE = 'demo';

/** Stores the invented team of `cairn demo`, private to the person who looks at it. */
export function useLoadSample(onDone: () => void) {
  const client = useQueryClient();
  return useMutation<void, Refusal>({
    mutationFn: async () => {
      const { memories, messages } = await sampleItems();
      const query = { overwrite: 'true' } as const;
      await call('addMessages', { query, body: messages });
      await call('addMemories', { query, body: memories });
    },
    onSuccess: async () => {
      onDone();
      await client.invalidateQueries();
    },
  });
}

async function sampleItems() {
  await import('../../api/no-eval.ts');
  const { demoItems } = await import('@cairn/importers/demo');
  const own = { visibility: 'private' } as const;
  const items = [];
  for await (const item of demoItems()) items.push(item);
  return {
    memories: items.flatMap((item) => (item.type === 'memory' ? [{ ...item.input, ...own }] : [])),
    messages: items.flatMap((item) => (item.type === 'message' ? [{ ...item.input, ...own }] : [])),
  };
}
