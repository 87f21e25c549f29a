export { firstKey } from './first-key.ts';
export { IngestModule } from './ingest.module.ts';
