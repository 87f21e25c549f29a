export { ElasticsearchTextIndex } from './elasticsearch-text-index.ts';
export type { Places } from './indexes.ts';
