import type { MemoryId, ProposalAct, RouteOutput } from '@cairn/contracts';
import { call, Refusal } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { formatCount } from './counted.ts';
import { toastFailure, toastWithUndo } from './toast.tsx';

export type QuickAct = Exclude<ProposalAct, 'correct' | 'merge' | 'undo'>;

const done: Readonly<Record<QuickAct, string>> = { keep: 'Kept', reject: 'Not true', mine: 'Kept for you alone' };

interface Decidable {
  readonly memoryId: MemoryId;
  readonly title: string;
}

/** Decides on proposals, and shows a notification with an undo button before the lists are loaded again. */
export const decideOn = (act: QuickAct, proposals: readonly Decidable[]): void =>
  void decide(act, proposals).catch(toastFailure);

/** Takes the last decision on each of these proposals back. */
export const undoDecisions = (proposals: readonly Decidable[]): void =>
  void decide('undo', proposals).catch(toastFailure);

async function decide(act: QuickAct | 'undo', proposals: readonly Decidable[]): Promise<void> {
  const ids = proposals.map(({ memoryId }) => memoryId);
  tell(act, proposals, await call('decideProposals', { body: { act, ids } }));
  await queryClient.invalidateQueries();
}

function tell(
  act: QuickAct | 'undo',
  proposals: readonly Decidable[],
  { decisions, failures: [failure] }: RouteOutput<'decideProposals'>,
): void {
  if (failure) toastFailure(new Refusal(409, failure.code, failure.message, undefined, [], 'Decide on a proposal'));
  const decided = proposals.filter(({ memoryId }) => decisions.some((one) => one.memoryId === memoryId));
  const [only, ...more] = decided;
  if (act === 'undo' || !only) return;
  const about = more.length === 0 ? only.title : formatCount(decided.length, 'proposal');
  toastWithUndo(`${done[act]}: ${about}`, () => undoDecisions(decided));
}
