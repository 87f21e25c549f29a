export type { Lock, ReadTransaction as StoreSession, Transaction as StoreWriteSession } from './transaction.ts';
