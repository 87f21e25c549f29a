import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { MemoryId } from '@cairn/contracts';
import { lazy, Suspense } from 'react';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../loaded.tsx';
import { channelQuery } from '../memory-link.tsx';
import type { Readers } from '../readers.ts';

const CorrectForm = lazy(() => import('./correct-form.tsx').then(({ CorrectForm: loaded }) => ({ default: loaded })));

/** Memory or proposal that is corrected. */
interface Correctable {
  readonly memoryId: MemoryId;
  readonly channel: string | null;
  /** Readers of a proposal once it is kept; absent for a memory. */
  readonly proposedFor?: Readers | undefined;
}

interface CorrectDialogProps {
  readonly one: Correctable;
  readonly how?: 'update' | 'supersede';
  readonly onEnd: () => void;
}

/** The one dialog that corrects a memory, replaces it, or keeps a proposal in other words. */
export function CorrectDialog({ one: { memoryId, channel, proposedFor }, how = 'update', onEnd }: CorrectDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 36em)', false);
  const found = useRoute('getMemory', { params: { id: memoryId }, ...channelQuery(channel) });
  const title = how === 'supersede' ? 'Replace by a new memory' : 'Correct';
  return (
    <Modal
      opened
      onClose={onEnd}
      title={proposedFor === undefined ? title : 'Keep it in other words'}
      size="lg"
      fullScreen={isNarrow}
      // A text in progress is closed only on purpose.
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded of={found}>
        {(item) =>
          item.kind === 'memory' ? (
            <Suspense fallback={null}>
              <CorrectForm memory={item} how={how} proposedFor={proposedFor} onEnd={onEnd} />
            </Suspense>
          ) : null
        }
      </Loaded>
    </Modal>
  );
}
