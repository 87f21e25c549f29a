import { BundledEmbedder, FolderEmbedder, OpenAiEmbedder, UnavailableEmbedder } from '@cairn/adapter-embedders';
import type { EmbedderConfig } from '@cairn/platform';
import type { Embedder } from '@cairn/ports';

/** The embedding model that the configuration names. */
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

/** The present model, and the next if the settings name one. */
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

/** The bundled model names itself only after its self-test. One that does not load leaves word search, so the start goes on. */
export async function settled(embedder: Embedder): Promise<Embedder> {
  if (embedder instanceof BundledEmbedder) await embedder.warmUp().catch(() => undefined);
  return embedder;
}
