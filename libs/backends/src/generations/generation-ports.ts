import { Embedders, GenerationIndexes, LiveWordIndex, VectorSearch, type Embedder } from '@cairn/ports';
import type { SimilarityScales, Generations } from '@cairn/store';
import { BackendIndexes, type IndexOpeners } from './backend-indexes.ts';
import { ConfiguredEmbedders } from './configured-embedders.ts';
import { KnownGenerations } from './known-generations.ts';
import { LiveTextIndex, LiveVectorSearch } from './live-search.ts';

/**
 * Provides the ports that read and write indexes by generation. Every backend uses this function and passes its own way to
 * open an index.
 */
export function generationPorts(
  generations: Generations,
  models: readonly [Embedder, ...Embedder[]],
  open: IndexOpeners,
  { embeds, scales }: { readonly embeds: boolean; readonly scales: SimilarityScales },
) {
  const known = new KnownGenerations(generations, embeds ? models[0] : undefined);
  const embedders = new ConfiguredEmbedders(known, models, scales);
  const indexes = new BackendIndexes(known, open, embedders);
  const ports = [
    { provide: GenerationIndexes, useValue: indexes },
    { provide: Embedders, useValue: embedders },
    { provide: LiveWordIndex, useValue: new LiveTextIndex(indexes) },
    { provide: VectorSearch, useValue: new LiveVectorSearch(indexes) },
  ];
  return { ports, indexes, embedders };
}
