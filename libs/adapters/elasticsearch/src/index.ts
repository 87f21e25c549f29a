export { ElasticsearchTextIndex, type ElasticsearchTextIndexOptions } from './elasticsearch-text-index.ts';
export type { Timeouts } from './connection.ts';
export type { Places } from './indexes.ts';
