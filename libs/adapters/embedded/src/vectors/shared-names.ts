import { Names } from '../generations/names.ts';
import { growTo } from './vector-memory.ts';

const HEAD_BYTES = 16;

/**
 * Names in memory that threads share: one after the other, each with its length in bytes. Each thread keeps a map of them,
 * and reads what the writer has added before each question (`catchUp`).
 */
export class SharedNames extends Names {
  private readonly memory: SharedArrayBuffer;
  /** Number of bytes of all names. */
  private readonly head: Uint32Array;
  private readonly isWriter: boolean;
  private readBytes = 0;

  constructor(memory: SharedArrayBuffer, { isWriter = false } = {}) {
    super();
    this.memory = memory;
    this.head = new Uint32Array(memory, 0, 1);
    this.isWriter = isWriter;
  }

  override numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    if (!this.isWriter) throw new Error('A thread that reads adds no names.');
    const bytes = Buffer.from(name);
    const at = HEAD_BYTES + this.readBytes;
    growTo(this.memory, at + 4 + bytes.length);
    new DataView(this.memory).setUint32(at, bytes.length);
    new Uint8Array(this.memory, at + 4, bytes.length).set(bytes);
    this.readBytes += 4 + bytes.length;
    this.head[0] = this.readBytes;
    return super.numberOf(name);
  }

  /** Reads the names that were added; tells whether there were any. */
  catchUp(): boolean {
    const end = this.head[0] as number;
    if (this.readBytes === end) return false;
    const view = new DataView(this.memory);
    while (this.readBytes < end) {
      const at = HEAD_BYTES + this.readBytes;
      const length = view.getUint32(at);
      super.numberOf(Buffer.from(new Uint8Array(this.memory, at + 4, length)).toString());
      this.readBytes += 4 + length;
    }
    return true;
  }
}
