import type { MemoryId, ProposalAct } from '@cairn/contracts';
import { Refusal } from '../../api/client.ts';
import { useAct } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';

export type QuickAct = Exclude<ProposalAct, 'correct' | 'merge' | 'undo'>;

const done: Readonly<Record<QuickAct, string>> = { keep: 'Kept', reject: 'Not true', mine: 'Kept for you alone' };

interface Decidable {
  readonly memoryId: MemoryId;
  readonly title: string;
}

/** Decides on proposals, and shows a notification with an undo button. */
export function useDecide() {
  const decide = useAct('decideProposals');
  const undo = (ids: readonly MemoryId[]) =>
    void decide.mutateAsync({ body: { act: 'undo', ids: [...ids] } }).catch(toastFailure);
  return {
    isPending: decide.isPending,
    undo,
    act: (act: QuickAct, proposals: readonly Decidable[]) =>
      void decide
        .mutateAsync({ body: { act, ids: proposals.map(({ memoryId }) => memoryId) } })
        .then(({ decisions, failures: [failure] }) => {
          if (failure)
            toastFailure(new Refusal(409, failure.code, failure.message, undefined, [], 'Decide on a proposal'));
          if (decisions.length === 0) return;
          const [only, ...more] = proposals;
          const about = more.length === 0 ? only!.title : formatCount(decisions.length, 'proposal');
          toastWithUndo(`${done[act]}: ${about}`, () => undo(decisions.map(({ memoryId }) => memoryId)));
        }, toastFailure),
  };
}
