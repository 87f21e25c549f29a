import { BundledEmbedder, FolderEmbedder, OpenAiEmbedder, UnavailableEmbedder } from '@cairn/adapter-embedders';
import type { EmbedderConfig } from '@cairn/platform';
import type { Embedder } from '@cairn/ports';

/** Makes the configured embedding model. */
export function embedderFor(config: EmbedderConfig): Embedder {
  switch (config.kind) {
    case 'bundled':
      return new BundledEmbedder();
    case 'folder':
      return new FolderEmbedder(config);
    case 'openai': {
      const { url: baseUrl, key: apiKey, ...card } = config;
      return new OpenAiEmbedder({ baseUrl, apiKey, ...card });
    }
    case 'none':
      return new UnavailableEmbedder();
  }
}

/** Makes the current model and, if configured, the next one. */
export function embeddersFor({
  embedder,
  nextEmbedder,
}: {
  embedder: EmbedderConfig;
  nextEmbedder: EmbedderConfig;
}): [Embedder, ...Embedder[]] {
  const next = nextEmbedder.kind === 'none' ? [] : [embedderFor(nextEmbedder)];
  return [embedderFor(embedder), ...next];
}

/**
 * Waits until the bundled model is loaded, since its id is known only then. If loading fails, the process starts without
 * the model, on word search.
 */
export async function awaitModel(embedder: Embedder): Promise<Embedder> {
  if (embedder instanceof BundledEmbedder) await embedder.warmUp().catch(() => undefined);
  return embedder;
}
