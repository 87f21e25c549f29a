import type { Embedding } from '@cairn/ports';
import { EmbedderAround } from './embedder-around.ts';

/** A model that can be stopped: from then on it answers nothing, as one that hangs does. */
export class StoppableEmbedder extends EmbedderAround {
  private isStopped = false;

  stop(): void {
    this.isStopped = true;
  }

  embed(texts: readonly string[], kind: 'query' | 'document'): Promise<Embedding[]> {
    return this.isStopped ? new Promise(() => undefined) : this.inner.embed(texts, kind);
  }
}
