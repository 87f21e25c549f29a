import { z } from 'zod';
import { MemoryId, MessageId, NoteId, OrgId, PrincipalId, SectionId, WorkspaceId } from './ids.ts';
import { declarationFields, ruleFields } from './declarations.ts';
import { limits } from './limits.ts';
import { meaningFields, storedMeaningFields } from './meaning.ts';
import {
  boundedText,
  Category,
  EpochMs,
  ItemState,
  Label,
  Name,
  ProjectName,
  SpeakerRole,
  Store,
  Tag,
  MaybeTime,
  MaybeTimeInput,
  ValidFrom,
  ValidTo,
  Visibility,
  VisibilityInput,
  WrittenBy,
  replaceLoneSurrogates,
} from './vocabulary.ts';
import { markIdentifying } from './secret-rules.ts';
import { ToolCalls } from './tool-calls.ts';

/** Origin of an item as its sender describes it: file, tool version, import id. */
export const ProvenanceInput = z
  .record(
    markIdentifying(replaceLoneSurrogates(z.string().min(1).max(limits.provenanceValue.max))),
    replaceLoneSurrogates(z.string().max(limits.provenanceValue.max)),
  )
  .refine(
    (entries) => Object.keys(entries).length <= limits.provenance.max,
    `at most ${limits.provenance.max} entries`,
  );

const unitInterval = z.number().min(0).max(1);

/** Optional fields that every written item has. */
const inputFields = {
  channel: Name.optional().describe(
    'Where it belongs. An ordinary channel filters and does not hide; one of a peer-capable prefix, such as coach:511, is a border',
  ),
  visibility: VisibilityInput.optional().describe(
    'Readers: private (its writer), peer (calls for that peer channel), team:NAME (a team of yours), org (everyone). By default everyone, in a peer channel that peer',
  ),
  timestamp: MaybeTimeInput.describe(
    'When it was said or became true: epoch ms, ISO 8601 with zone, day or month; left out, null or 0 where it is unknown',
  ),
  source: Name.default('api').describe(
    'The system it came from; external ids are unique within it, for those who may read the item',
  ),
  externalId: markIdentifying(boundedText(limits.externalId))
    .optional()
    .describe("The sender's own id; sending it again is harmless. Without one, the server's id identifies the item"),
  project: ProjectName.optional().describe(
    'Project that it belongs to, such as acme/billing; absent: it holds in every project',
  ),
  provenance: ProvenanceInput.default({}),
};

/** A message: one utterance of an agent or a person, verbatim. */
export const MessageInput = z
  .strictObject({
    role: SpeakerRole.default('user'),
    speaker: Label.optional().describe('Name of the speaker, as people call them'),
    content: boundedText(limits.messageContent),
    subchannel: Name.optional(),
    sessionKey: Name.optional().describe('The conversation it is a turn of'),
    toolCalls: ToolCalls,
    ...inputFields,
  })
  .meta({ id: 'MessageInput' });
export type MessageInput = z.infer<typeof MessageInput>;

/** A memory: one thing worth knowing later, with a title. */
export const MemoryInput = z
  .strictObject({
    store: Store.default('semantic').describe('Which kind of memory it is'),
    category: Category.default('fact').describe('Subject matter of the memory'),
    title: boundedText(limits.memoryTitle),
    content: boundedText(limits.memoryContent),
    tags: z.array(Tag).max(limits.tags.max).default([]).describe('Words to filter by'),
    confidence: unitInterval.optional().describe('How sure the writer is'),
    valence: z.number().min(-1).max(1).default(0).describe('How bad or good it is'),
    arousal: unitInterval.default(0.3).describe('How stirring it is'),
    validFrom: ValidFrom.optional().describe('When it begins to hold: epoch ms, ISO 8601 with zone, day or month'),
    validTo: ValidTo.optional().describe('When it ceases to hold, likewise'),
    subject: Label.optional().describe('Subject; only one current memory has a subject and attribute'),
    attribute: Label.optional().describe(
      'Which property of its subject it tells, such as owner or port: of each, one active memory for the same readers',
    ),
    sourceIds: z
      .array(markIdentifying(boundedText(limits.externalId)))
      .max(limits.sourceIds.max)
      .default([])
      .describe('Items it was made from: their ids, or external ids of the same source'),
    actionTriggers: z
      .array(
        boundedText(limits.actionTrigger).refine(
          (text) => text.replaceAll('*', '').trim().length > 1,
          'must name something beside *',
        ),
      )
      .max(limits.actionTriggers.max)
      .optional()
      .describe('Actions that it is about, for preflight: words as in a command or a file, `*` for any characters'),
    ...meaningFields,
    ...declarationFields,
    ...ruleFields,
    ...inputFields,
  })
  .meta({ id: 'MemoryInput' });
export type MemoryInput = z.infer<typeof MemoryInput>;

const storedFields = {
  orgId: OrgId,
  principalId: PrincipalId.describe('Author'),
  author: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Name of the principal who wrote it, of an imported memory the author that its provenance names; null: unknown',
    ),
  writtenBy: WrittenBy.optional(),
  channel: z.string().nullable(),
  visibility: Visibility,
  state: ItemState,
  version: z.number().int().min(1),
  timestamp: MaybeTime.describe('When it was said or became true; null: unknown'),
  createdAt: EpochMs,
  activeFrom: EpochMs.nullable().default(null).describe('When it took the place of another; null: it did not'),
  activeTo: EpochMs.nullable().default(null).describe('When it was archived or superseded; null while it is active'),
  source: z.string(),
  externalId: z.string().nullable(),
  project: z.string().optional().describe('Project that it belongs to; absent: it holds in every project'),
  provenance: z.record(z.string(), z.string()),
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
    turn: z
      .number()
      .int()
      .min(0)
      .describe('Place in its session among what has the same readers, given by the server, rising'),
    toolCalls: ToolCalls,
    ...storedFields,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

/** Confidence of a memory whose writer declares none. */
export const INITIAL_CONFIDENCE = 0.9;

export const Memory = z
  .object({
    kind: z.literal('memory'),
    id: MemoryId,
    store: Store,
    category: Category,
    title: z.string(),
    content: z.string(),
    tags: z.array(z.string()),
    strength: unitInterval,
    declaredConfidence: unitInterval.default(INITIAL_CONFIDENCE).describe('How sure its writer said to be'),
    valence: z.number(),
    arousal: unitInterval,
    validFrom: EpochMs.nullable(),
    validTo: EpochMs.nullable(),
    subject: z.string().nullable(),
    attribute: z
      .string()
      .nullable()
      .default(null)
      .describe('Which of its properties it tells; null: none in particular'),
    knowledgeBase: z.string().nullable().default(null).describe('The knowledge base that it belongs to; null: none'),
    sourceIds: z.array(z.string()),
    actionTriggers: z.array(z.string()).optional().describe('Absent: none'),
    confirmedAt: EpochMs.optional().describe('When a person last confirmed that it is true; absent: nobody did'),
    confirmedBy: PrincipalId.optional().describe('The person who confirmed it; absent with confirmedAt'),
    ...storedMeaningFields,
    ...storedFields,
  })
  .meta({ id: 'Memory' });
export type Memory = z.infer<typeof Memory>;

/** A section of a note, which searches find. The note itself is read by its path. */
export const NoteSection = z
  .object({
    kind: z.literal('note'),
    id: SectionId,
    noteId: NoteId,
    workspaceId: WorkspaceId,
    workspace: z.string(),
    path: z.string().describe('Path of the note in its workspace'),
    noteVersion: z.number().int().min(1).describe('The version of the note that has these lines'),
    startLine: z.number().int().min(1).describe('Counted from 1'),
    endLine: z.number().int().min(1).describe('The last line, which belongs to it'),
    title: z.string().describe('The title of the note, then the headings above the lines'),
    content: z.string(),
    tags: z.array(z.string()).describe("The tags of the note's front matter"),
    ...storedFields,
  })
  .meta({ id: 'NoteSection' });
export type NoteSection = z.infer<typeof NoteSection>;

export type Item = Message | Memory | NoteSection;

/**
 * Prefix of `source` for memories from files of a repository. Decisions with such a source are documents that people wrote.
 */
export const REPOSITORY_SOURCE = 'repository:';

/** Value of `source` for messages from an export of Slack. */
export const SLACK_SOURCE = 'slack';
/** Value of `source` for the invented team that `cairn demo` loads. */
export const DEMO_SOURCE = 'demo';
/** Channel of the demo's items. The demo is queried, recognised and removed by this channel. */
export const DEMO_CHANNEL = 'demo';
/** Values of `source` for imported chats, whose messages belong to no session of the importing principal. */
export const exportedChats = [SLACK_SOURCE, 'chatgpt', 'claude-ai', 'chat', 'jsonl', DEMO_SOURCE] as const;

/** Strength of a new memory. */
export const INITIAL_STRENGTH = 0.8;
