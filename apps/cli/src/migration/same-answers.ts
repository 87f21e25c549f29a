import type { ItemKind } from '@cairn/contracts';

/** Question to compare between two stores. */
export interface SameQuestion {
  readonly kind: ItemKind;
  readonly query: string;
}

export interface Answer {
  /** Ids of the hits, best first. */
  readonly ids: readonly string[];
  readonly isDegraded: boolean;
}

export type Ask = (question: SameQuestion) => Promise<Answer>;

export interface AnswersReport {
  readonly asked: number;
  /** Number of questions for which both sides gave the same items in the same order, with all retrievers working. */
  readonly equal: number;
  /** Number of questions for which both sides gave the same items in a different order. */
  readonly reordered: number;
  /** First questions that were answered differently, with both answers. */
  readonly different: readonly (SameQuestion & { readonly from: Answer; readonly to: Answer })[];
}

const DIFFERENCES_KEPT_MAX = 10;

/** Asks both sides the questions, one question after another, since the source may run on somebody's workstation. */
export async function compareAnswers(
  questions: readonly SameQuestion[],
  { from, to, signal }: { readonly from: Ask; readonly to: Ask; readonly signal: AbortSignal },
  onAsked: (asked: number) => void = () => {},
): Promise<AnswersReport> {
  const report = { asked: 0, equal: 0, reordered: 0, different: [] as AnswersReport['different'][number][] };
  for (const question of questions) {
    if (signal.aborted) break;
    const [before, after] = await Promise.all([from(question), to(question)]);
    report.asked += 1;
    if (isSame(before, after)) report.equal += 1;
    else {
      if (isSame(withSortedIds(before), withSortedIds(after))) report.reordered += 1;
      if (report.different.length < DIFFERENCES_KEPT_MAX)
        report.different.push({ ...question, from: before, to: after });
    }
    onAsked(report.asked);
  }
  return report;
}

const isSame = (one: Answer, other: Answer): boolean =>
  !one.isDegraded &&
  !other.isDegraded &&
  one.ids.length === other.ids.length &&
  one.ids.every((id, at) => id === other.ids[at]);

const withSortedIds = ({ ids, isDegraded }: Answer): Answer => ({ ids: ids.toSorted(), isDegraded });
