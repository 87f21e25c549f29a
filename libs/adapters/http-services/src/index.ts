export { HttpIngestApi } from './http-ingest-api.ts';
export { HttpRecallApi } from './http-recall-api.ts';
export type { HttpServiceOptions } from './route-client.ts';
