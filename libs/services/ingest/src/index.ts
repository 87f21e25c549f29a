export { firstKey, newAdminKey } from './first-key.ts';
export { IngestModule } from './ingest.module.ts';
