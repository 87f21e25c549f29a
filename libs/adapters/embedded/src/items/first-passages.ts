import { enlarged } from '../generations/enlarged.ts';
import type { Database } from '../sqlite/database.ts';

const SELECT_FIRST = 'select first_seq from item_embedding where item_seq = ? and model_id = ?';
const NOT_READ = 0;
const NONE = -1;

/** Numbers of the first passages of texts, as one model embedded them, by row: each is read when it is first asked for. */
export class FirstPassages {
  private modelId = '';
  private numbers = new Float64Array(64);

  /** Returns the number of the first passage; 0 if there is none. */
  of(
    db: Database,
    { row, seq, modelId }: { readonly row: number; readonly seq: number; readonly modelId: string },
  ): number {
    if (modelId !== this.modelId) this.numbers.fill(NOT_READ);
    this.modelId = modelId;
    while (row >= this.numbers.length) this.numbers = enlarged(this.numbers, 2 * this.numbers.length);
    if (this.numbers[row] === NOT_READ) {
      const [first] = (db.arrays(SELECT_FIRST).get(seq, modelId) ?? []) as unknown as [number?];
      this.numbers[row] = first ?? NONE;
    }
    return Math.max(0, this.numbers[row] as number);
  }

  forget(row: number): void {
    if (row < this.numbers.length) this.numbers[row] = NOT_READ;
  }
}
