import { BundledEmbedder, OpenAiEmbedder, UnavailableEmbedder } from '@cairn/adapter-embedders';
import type { EmbedderConfig } from '@cairn/platform';
import type { Embedder } from '@cairn/ports';

/** The embedding model that the configuration names. */
export function embedderFor(config: EmbedderConfig): Embedder {
  switch (config.kind) {
    case 'bundled':
      return new BundledEmbedder();
    case 'openai':
      return new OpenAiEmbedder({ baseUrl: config.url, apiKey: config.key, model: config.model, dims: config.dims });
    case 'none':
      return new UnavailableEmbedder();
  }
}
