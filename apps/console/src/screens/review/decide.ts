import type { MemoryId, ProposalAct, RouteOutput } from '@cairn/contracts';
import { useMutation } from '@tanstack/react-query';
import { call, Refusal } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';

export type QuickAct = Exclude<ProposalAct, 'correct' | 'merge' | 'undo'>;

const done: Readonly<Record<QuickAct, string>> = { keep: 'Kept', reject: 'Not true', mine: 'Kept for you alone' };

interface Decidable {
  readonly memoryId: MemoryId;
  readonly title: string;
}

interface Decided {
  readonly act: QuickAct | 'undo';
  readonly proposals: readonly Decidable[];
}

/** Decides on proposals. The notification with the undo button is there before the lists are loaded again. */
export function useDecide() {
  const decide = useMutation<void, Refusal, Decided>({
    mutationFn: async ({ act, proposals }) => {
      const ids = proposals.map(({ memoryId }) => memoryId);
      const answer = await call('decideProposals', { body: { act, ids } });
      tell({ act, proposals }, answer, (some) => decide.mutate({ act: 'undo', proposals: some }));
      await queryClient.invalidateQueries();
    },
    onError: toastFailure,
  });
  return {
    isPending: decide.isPending,
    act: (act: QuickAct, proposals: readonly Decidable[]) => decide.mutate({ act, proposals }),
    undo: (proposals: readonly Decidable[]) => decide.mutate({ act: 'undo', proposals }),
  };
}

function tell(
  { act, proposals }: Decided,
  { decisions, failures: [failure] }: RouteOutput<'decideProposals'>,
  undo: (proposals: readonly Decidable[]) => void,
): void {
  if (failure) toastFailure(new Refusal(409, failure.code, failure.message, undefined, [], 'Decide on a proposal'));
  const decided = proposals.filter(({ memoryId }) => decisions.some((one) => one.memoryId === memoryId));
  const [only, ...more] = decided;
  if (act === 'undo' || !only) return;
  const about = more.length === 0 ? only.title : formatCount(decided.length, 'proposal');
  toastWithUndo(`${done[act]}: ${about}`, () => undo(decided));
}
