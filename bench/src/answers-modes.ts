import { judgedPlace, type Sought } from './answers-tally.ts';

/** Default mode for a kind of question, when the set names none. */
const modeByKind: Readonly<Record<string, string>> = {
  decision: 'decision',
  owner: 'people',
  person: 'people',
  howto: 'workflow',
  date: 'project',
};

/** Mode in which a question is asked, beside `general`. */
export const modeOf = ({ kind, mode }: { readonly kind: string; readonly mode?: string | undefined }) =>
  mode ?? modeByKind[kind];

interface Moved {
  asked: number;
  /** Number of questions with a right first hit without the mode, which the mode can only keep or lower. */
  first: number;
  better: number;
  worse: number;
}

/** Counts for each mode how often it moves the right item up or down. */
export class ModeEffects {
  private readonly byMode = new Map<string, Moved>();

  add(
    mode: string,
    sought: Sought,
    { plain, moded }: { readonly plain: readonly string[]; readonly moded: readonly string[] },
  ): void {
    const moved = this.byMode.get(mode) ?? { asked: 0, first: 0, better: 0, worse: 0 };
    this.byMode.set(mode, moved);
    const [before, after] = [placeOf(plain, sought), placeOf(moded, sought)];
    moved.asked += 1;
    moved.first += Number(before === 0);
    moved.better += Number(after < before);
    moved.worse += Number(after > before);
  }

  get lines(): string[] {
    return [...this.byMode].map(
      ([mode, { asked, first, better, worse }]) =>
        `  mode ${mode.padEnd(17)} asked ${String(asked).padStart(3)}  first without it ${String(first).padStart(3)}  better ${String(better).padStart(3)}  worse ${String(worse).padStart(3)}`,
    );
  }
}

/** Rank of the sought item; one that is not shown ranks last. */
function placeOf(shown: readonly string[], sought: Sought): number {
  const place = judgedPlace(shown, sought);
  return place < 0 ? Infinity : place;
}
