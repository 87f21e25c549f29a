export { moveInto, type MoveOptions, type MoveReport } from './move/move-into.ts';
export { PostgresOutbox } from './outbox/postgres-outbox.ts';
export { PostgresPool } from './pool/postgres-pool.ts';
export { PrincipalChangeNotices } from './principal-news.ts';
export { StoreClock } from './pool/store-clock.ts';
export { PostgresLosses } from './postgres-losses.ts';
export { PostgresPlacements } from './postgres-placements.ts';
export { PostgresStore } from './store/postgres-store.ts';
export { PostgresTruth } from './truth/postgres-truth.ts';
