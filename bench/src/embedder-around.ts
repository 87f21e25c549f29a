import { Embedder } from '@cairn/ports';

/** Wraps a model; subclasses change how it embeds. */
export abstract class EmbedderAround extends Embedder {
  protected readonly inner: Embedder;

  constructor(inner: Embedder) {
    super();
    this.inner = inner;
  }

  get modelId() {
    return this.inner.modelId;
  }
  get dims() {
    return this.inner.dims;
  }
  get maxTokens() {
    return this.inner.maxTokens;
  }
  get scale() {
    return this.inner.scale;
  }
  countTokens(text: string) {
    return this.inner.countTokens(text);
  }
  tokenWeight(tokenId: number) {
    return this.inner.tokenWeight(tokenId);
  }
  health() {
    return this.inner.health();
  }

  /** Closes the wrapped model if it can be closed. */
  async close(): Promise<void> {
    if ('close' in this.inner && typeof this.inner.close === 'function') await this.inner.close();
  }
}
