export {
  A_MONDAY,
  aColleagueOf,
  aMemory,
  aMemoryId,
  aMemoryInput,
  aMessage,
  aMessageId,
  aMessageInput,
  aNewMemory,
  aNewMessage,
  anOrgId,
  aPrincipal,
  aPrincipalId,
  SettableClock,
} from './builders.ts';
export { embedderContract, type EmbedderUnderTest } from './embedder.contract.ts';
export { textIndexContract, type TextIndexUnderTest } from './text-index.contract.ts';
export { aChunk, embeddingStoreContract, type EmbeddingStoreWorld } from './embedding-store.contract.ts';
export { identityContract, type IdentityWorld } from './identity.contract.ts';
export { outboxContract } from './outbox.contract.ts';
export { truthContract, type TruthWorld } from './truth.contract.ts';
export { CONTRACT_DIMS, manyVectors, vectorIndexContract, type VectorIndexUnderTest } from './vector-index.contract.ts';
