import type { MemoryId, ProposalAct } from '@cairn/contracts';
import { call, Refusal } from '../api/client.ts';
import { formatCount } from './counted.ts';
import { perform, toastFailure, toastWithUndo } from './toast.tsx';

export type QuickAct = Exclude<ProposalAct, 'correct' | 'merge' | 'undo'>;

const done: Readonly<Record<QuickAct, string>> = { keep: 'Kept', reject: 'Not true', mine: 'Kept for you alone' };

interface Decidable {
  readonly memoryId: MemoryId;
  readonly title: string;
}

/** Decides on proposals, and shows a notification with an undo button before the lists are loaded again. */
export const decideOn = (act: QuickAct, proposals: readonly Decidable[]): void => perform(() => decide(act, proposals));

async function decide(act: QuickAct, proposals: readonly Decidable[]): Promise<void> {
  const { decisions, failure } = await send(act, proposals);
  if (failure) toastFailure(failure);
  const [only, ...more] = proposals.filter(({ memoryId }) => decisions.some((one) => one.memoryId === memoryId));
  if (only) {
    const about = more.length === 0 ? only.title : formatCount(more.length + 1, 'proposal');
    toastWithUndo({ says: `${done[act]}: ${about}`, takeBack: () => undoDecisions([only, ...more]) });
  }
}

/** Takes the last decision on each of these proposals back. */
export async function undoDecisions(proposals: readonly Pick<Decidable, 'memoryId'>[]): Promise<void> {
  const { failure } = await send('undo', proposals);
  if (failure) throw failure;
}

async function send(act: QuickAct | 'undo', proposals: readonly Pick<Decidable, 'memoryId'>[]) {
  const ids = proposals.map(({ memoryId }) => memoryId);
  const { decisions, failures } = await call('decideProposals', { body: { act, ids } });
  const [first] = failures;
  const failure = first && new Refusal(409, first.code, first.message, undefined, [], 'Decide on a proposal');
  return { decisions, failure };
}
