import { createHash } from 'node:crypto';
import {
  INITIAL_CONFIDENCE,
  INITIAL_STRENGTH,
  type KeyId,
  type Memory,
  type MemoryId,
  type MemoryInput,
  type Message,
  type MessageId,
  type MessageInput,
  type NoteId,
  type NoteSection,
  type OrgId,
  type PrincipalId,
  type SectionId,
  type WorkspaceId,
  type Checkpoint,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Clock, type Derived, type NewItem, type NewNote, type NewSection, type Mentions } from '@cairn/ports';
import { normsToStore } from '@cairn/text';
import { v7 as uuidv7 } from 'uuid';

export const anOrgId = () => uuidv7() as OrgId;
export const aPrincipalId = () => uuidv7() as PrincipalId;
export const aMessageId = () => uuidv7() as MessageId;
export const aMemoryId = () => uuidv7() as MemoryId;

/** A fixed time for tests: 2026-01-05, a Monday, 10:00 UTC. */
export const A_MONDAY = Date.UTC(2026, 0, 5, 10);

/** A clock that a test sets. */
export class SettableClock extends Clock {
  private ms: number;

  constructor(ms: number = A_MONDAY) {
    super();
    this.ms = ms;
  }

  now(): number {
    return this.ms;
  }

  advance(ms: number): void {
    this.ms += ms;
  }

  set(ms: number): void {
    this.ms = ms;
  }
}

/** A writer in a new organisation, without peer channels. */
export function aPrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    orgId: anOrgId(),
    principalId: aPrincipalId(),
    keyId: uuidv7() as KeyId,
    name: 'Ada',
    kind: 'agent',
    role: 'writer',
    peers: [],
    peerPrefixes: [],
    ...overrides,
  };
}

/** Another principal in the same organisation. */
export const aColleagueOf = (principal: Principal, overrides: Partial<Principal> = {}): Principal =>
  aPrincipal({ orgId: principal.orgId, peerPrefixes: principal.peerPrefixes, name: 'Grace', ...overrides });

type NewCheckpoint = Pick<Checkpoint, 'id' | 'label' | 'description' | 'semanticSummary' | 'sessionId' | 'tags'> & {
  readonly memoryIds?: readonly MemoryId[];
  readonly most: number;
};

/** A checkpoint of all active memories that the scope sees, at most ten. */
export const aCheckpoint = (overrides: Partial<NewCheckpoint> = {}): NewCheckpoint => ({
  id: uuidv7(),
  label: 'Before the move',
  ...{ description: null, semanticSummary: null, sessionId: null, tags: [], most: 10 },
  ...overrides,
});

/** A parsed message input. */
export function aMessageInput(overrides: Partial<MessageInput> = {}): MessageInput {
  return {
    role: 'user',
    content: 'We freeze deploys on Friday.',
    timestamp: 0,
    source: 'api',
    provenance: {},
    ...overrides,
  };
}

/** A parsed memory input. */
export function aMemoryInput(overrides: Partial<MemoryInput> = {}): MemoryInput {
  return {
    store: 'semantic',
    category: 'decision',
    title: 'Deploy freeze',
    content: 'Deploys are frozen from Friday noon to Monday morning.',
    tags: [],
    valence: 0,
    arousal: 0.3,
    sourceIds: [],
    timestamp: 0,
    source: 'api',
    provenance: {},
    ...overrides,
  };
}

type Ready = Partial<Pick<NewItem, 'id' | 'visibility'> & Derived>;

/** A message ready for `Truth.write`; `ready` overrides derived fields and the visibility. */
export function aNewMessage(input: Partial<MessageInput> = {}, ready: Ready = {}): NewItem & { kind: 'message' } {
  const full = aMessageInput(input);
  return { kind: 'message', input: full, ...readyPart(full, ready), id: ready.id ?? aMessageId() };
}

/** A memory ready for `Truth.write`; `ready` overrides derived fields and the visibility. */
export function aNewMemory(input: Partial<MemoryInput> = {}, ready: Ready = {}): NewItem & { kind: 'memory' } {
  const full = aMemoryInput(input);
  return { kind: 'memory', input: full, ...readyPart(full, ready), id: ready.id ?? aMemoryId() };
}

/** Mentions of the given kinds only. */
export const mentionsOf = (...kinds: readonly (keyof Mentions)[]): Mentions => ({
  time: kinds.includes('time'),
  number: kinds.includes('number'),
  name: kinds.includes('name'),
  rule: kinds.includes('rule'),
});

function readyPart(input: MessageInput | MemoryInput, ready: Ready): Pick<NewItem, 'visibility' | 'derived'> {
  return {
    visibility: ready.visibility ?? input.visibility ?? (input.channel ? 'channel' : 'org'),
    derived: {
      contentHash: ready.contentHash ?? contentHashOf(input),
      mergeKey: ready.mergeKey,
      statement: ready.statement,
      questionShare: ready.questionShare ?? (input.content.endsWith('?') ? 1 : 0),
      mentions: ready.mentions ?? mentionsOf(),
      mentionedTime: ready.mentionedTime,
      norms: 'category' in input ? normsToStore(input) : undefined,
    },
  };
}

function contentHashOf(input: MessageInput | MemoryInput): string {
  const sameness = JSON.stringify({ ...input, externalId: undefined, entities: undefined, relations: undefined });
  return createHash('sha256').update(sameness).digest('hex');
}

/** A message as the truth returns it. */
export function aMessage(overrides: Partial<Message> = {}): Message {
  return {
    kind: 'message',
    id: aMessageId(),
    role: 'user',
    speaker: null,
    content: 'We freeze deploys on Friday.',
    subchannel: null,
    sessionKey: null,
    turn: 0,
    ...storedPart(),
    ...overrides,
  };
}

/** A memory as the truth returns it. */
export function aMemory(overrides: Partial<Memory> = {}): Memory {
  return {
    kind: 'memory',
    id: aMemoryId(),
    store: 'semantic',
    category: 'decision',
    title: 'Deploy freeze',
    content: 'Deploys are frozen from Friday noon to Monday morning.',
    tags: [],
    strength: INITIAL_STRENGTH,
    declaredConfidence: INITIAL_CONFIDENCE,
    valence: 0,
    arousal: 0.3,
    validFrom: null,
    validTo: null,
    subject: null,
    attribute: null,
    knowledgeBase: null,
    sourceIds: [],
    ...storedPart(),
    ...overrides,
  };
}

/** A section of a note as the truth returns it. */
export function aNoteSection(overrides: Partial<NoteSection> = {}): NoteSection {
  return {
    kind: 'note',
    id: uuidv7() as SectionId,
    noteId: uuidv7() as NoteId,
    workspaceId: uuidv7() as WorkspaceId,
    workspace: 'default',
    path: 'memory/deploys.md',
    noteVersion: 1,
    startLine: 1,
    endLine: 2,
    title: 'Deploys',
    content: '# Deploys\nWe freeze on Friday.',
    tags: [],
    ...storedPart(),
    ...overrides,
  };
}

function storedPart() {
  return {
    orgId: anOrgId(),
    principalId: aPrincipalId(),
    author: null,
    channel: null,
    visibility: 'org' as const,
    state: 'active' as const,
    version: 1,
    timestamp: null,
    createdAt: A_MONDAY,
    activeFrom: null,
    activeTo: null,
    source: 'api',
    externalId: null,
    provenance: {},
  };
}

/** The W3C traceparent of every write in contract suites. */
export const A_TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** The request id of every write in contract suites. */
export const A_REQUEST = 'a-request';

/** A note ready to be stored: each run of lines between blank ones becomes a section. */
export function aNewNote(path: string, text: string, overrides: Partial<NewNote> = {}): NewNote {
  const lines = text.split('\n');
  const hash = (value: string) => createHash('sha256').update(value).digest('hex');
  const sections = lines.flatMap((line, at): NewSection[] => {
    if (line.trim() === '' || (lines[at - 1] ?? '').trim() !== '') return [];
    const length = lines.slice(at).findIndex((one) => one.trim() === '');
    const endLine = length < 0 ? lines.length : at + length;
    const content = lines.slice(at, endLine).join('\n');
    const features = { questionShare: 0, mentions: { time: false, number: false, name: false, rule: false } };
    return [{ title: path, content, startLine: at + 1, endLine, contentHash: hash(content), features }];
  });
  const linking = { linkName: path.replace(/\.md$/, ''), links: [] };
  const shared = { title: path, tags: [], timestamp: 0, totalLines: lines.length, contentHash: hash(text), ...linking };
  return { path, text, ...shared, sections, ...overrides };
}
