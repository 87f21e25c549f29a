import type { Embedding } from '@cairn/ports';
import { EmbedderAround } from './embedder-around.ts';

/** Model that can be stopped: afterwards it hangs and answers nothing. */
export class StoppableEmbedder extends EmbedderAround {
  private isStopped = false;

  stop(): void {
    this.isStopped = true;
  }

  embed(texts: readonly string[], kind: 'query' | 'document'): Promise<Embedding[]> {
    return this.isStopped ? new Promise(() => undefined) : this.inner.embed(texts, kind);
  }
}
