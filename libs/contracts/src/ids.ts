import { z } from 'zod';

/**
 * Ids are UUIDv7: they sort by time, and Qdrant accepts them as point ids. They are branded types, so that one kind of id
 * cannot be passed as another.
 */
export const OrgId = z.uuid().brand('OrgId');
export type OrgId = z.infer<typeof OrgId>;

export const PrincipalId = z.uuid().brand('PrincipalId');
export type PrincipalId = z.infer<typeof PrincipalId>;

export const TeamId = z.uuid().brand('TeamId');
export type TeamId = z.infer<typeof TeamId>;

export const InvitationId = z.uuid().brand('InvitationId');
export type InvitationId = z.infer<typeof InvitationId>;

export const WebhookId = z.uuid().brand('WebhookId');
export type WebhookId = z.infer<typeof WebhookId>;

export const KnowledgeBaseId = z.uuid().brand('KnowledgeBaseId');
export type KnowledgeBaseId = z.infer<typeof KnowledgeBaseId>;

export const KeyId = z.uuid().brand('KeyId');
export type KeyId = z.infer<typeof KeyId>;

export const MemoryId = z.uuid().brand('MemoryId');
export type MemoryId = z.infer<typeof MemoryId>;

export const MessageId = z.uuid().brand('MessageId');
export type MessageId = z.infer<typeof MessageId>;

/** Id of a section of a note. */
export const SectionId = z.uuid().brand('SectionId');
export type SectionId = z.infer<typeof SectionId>;

export const NoteId = z.uuid().brand('NoteId');
export type NoteId = z.infer<typeof NoteId>;

export const WorkspaceId = z.uuid().brand('WorkspaceId');
export type WorkspaceId = z.infer<typeof WorkspaceId>;

/** Id of a memory, a message or a section of a note; always used together with its kind. */
export type ItemId = MemoryId | MessageId | SectionId;
