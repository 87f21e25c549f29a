import { z } from 'zod';

/** Ids are UUIDv7: they sort by time and Qdrant takes them as they are. Branded, so that one kind never passes for another. */
export const OrgId = z.uuid().brand('OrgId');
export type OrgId = z.infer<typeof OrgId>;

export const PrincipalId = z.uuid().brand('PrincipalId');
export type PrincipalId = z.infer<typeof PrincipalId>;

export const KeyId = z.uuid().brand('KeyId');
export type KeyId = z.infer<typeof KeyId>;

export const MemoryId = z.uuid().brand('MemoryId');
export type MemoryId = z.infer<typeof MemoryId>;

export const MessageId = z.uuid().brand('MessageId');
export type MessageId = z.infer<typeof MessageId>;

/** The id of a memory or a message, where the kind stands beside it. */
export type ItemId = MemoryId | MessageId;
