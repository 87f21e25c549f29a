import { z } from 'zod';
import { MemoryId, MessageId, OrgId, PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import { boundedText, Category, EpochMs, ItemState, Name, SpeakerRole, Store, Tag, Visibility } from './vocabulary.ts';

/** Where an item came from, in the sender's words: file, tool version, import id. */
export const Provenance = z
  .record(z.string().min(1).max(limits.provenanceValue.max), z.string().max(limits.provenanceValue.max))
  .refine(
    (entries) => Object.keys(entries).length <= limits.provenance.max,
    `at most ${limits.provenance.max} entries`,
  );
export type Provenance = z.infer<typeof Provenance>;

const unit = z.number().min(0).max(1);

/** What every item a caller writes may carry. */
const inputFields = {
  channel: Name.optional().describe(
    'Where it belongs; a filter, and for a peer-capable prefix such as coach:511 a border',
  ),
  visibility: Visibility.optional().describe('Who may read it; by default the channel decides'),
  timestamp: EpochMs.default(0).describe('When it was said or became true, epoch ms; 0 is unknown'),
  source: Name.default('api').describe('The system it came from; external ids are unique within it'),
  externalId: boundedText(limits.externalId).optional().describe("The sender's own id; sending it again is harmless"),
  provenance: Provenance.default({}),
};

/** One thing that an agent or a person said, verbatim. */
export const MessageInput = z
  .strictObject({
    role: SpeakerRole.default('user'),
    speaker: Name.optional().describe('Who said it, as people call them'),
    content: boundedText(limits.messageContent),
    subchannel: Name.optional(),
    sessionKey: Name.optional().describe('The conversation it is a turn of'),
    ...inputFields,
  })
  .meta({ id: 'MessageInput' });
export type MessageInput = z.infer<typeof MessageInput>;

/** One thing worth knowing later, with a title. */
export const MemoryInput = z
  .strictObject({
    store: Store.default('semantic'),
    category: Category.default('fact'),
    title: boundedText(limits.memoryTitle),
    content: boundedText(limits.memoryContent),
    tags: z.array(Tag).max(limits.tags.max).default([]),
    confidence: unit.optional().describe('How sure the writer is'),
    valence: z.number().min(-1).max(1).default(0),
    arousal: unit.default(0.3),
    validFrom: EpochMs.optional(),
    validTo: EpochMs.optional(),
    subject: Name.optional().describe('What it is about; one current memory a subject and attribute'),
    sourceIds: z
      .array(boundedText(limits.externalId))
      .max(limits.sourceIds.max)
      .default([])
      .describe('Items it was made from: their ids, or external ids of the same source'),
    ...inputFields,
  })
  .meta({ id: 'MemoryInput' });
export type MemoryInput = z.infer<typeof MemoryInput>;

const storedFields = {
  orgId: OrgId,
  principalId: PrincipalId.describe('Who wrote it'),
  channel: z.string().nullable(),
  visibility: Visibility,
  state: ItemState,
  version: z.number().int().min(1),
  timestamp: EpochMs,
  createdAt: EpochMs,
  source: z.string(),
  externalId: z.string().nullable(),
  provenance: Provenance,
};

export const Message = z
  .object({
    kind: z.literal('message'),
    id: MessageId,
    role: z.string(),
    speaker: z.string().nullable(),
    content: z.string(),
    subchannel: z.string().nullable(),
    sessionKey: z.string().nullable(),
    turn: z.number().int().min(0).describe('Place in its session, given by the server, rising'),
    ...storedFields,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

export const Memory = z
  .object({
    kind: z.literal('memory'),
    id: MemoryId,
    store: Store,
    category: Category,
    title: z.string(),
    content: z.string(),
    tags: z.array(z.string()),
    strength: unit,
    confidence: unit,
    valence: z.number(),
    arousal: unit,
    validFrom: EpochMs.nullable(),
    validTo: EpochMs.nullable(),
    subject: z.string().nullable(),
    sourceIds: z.array(z.string()),
    ...storedFields,
  })
  .meta({ id: 'Memory' });
export type Memory = z.infer<typeof Memory>;

export type Item = Message | Memory;

/** Constants until the lifecycle moves them: what a fresh memory starts with. */
export const FRESH_STRENGTH = 0.8;
export const FRESH_CONFIDENCE = 0.9;

/** When an item happened, as far as is known: its own time, else the time it was received. */
export const effectiveTime = (item: Pick<Item, 'timestamp' | 'createdAt'>): number => item.timestamp || item.createdAt;
