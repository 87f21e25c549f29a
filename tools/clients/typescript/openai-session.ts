interface Message {
  readonly role: string;
  readonly content: string;
  readonly provenance: Readonly<Record<string, string>>;
}

interface Place {
  readonly sessionKey: string;
  readonly channel?: string;
}

interface Added extends Place {
  role: string;
  content: string;
  source: string;
  timestamp: string;
  provenance: Record<string, string>;
}

/** The routes of messages that a session calls. `CairnClient` has them. */
export interface Messages {
  listMessages(input: {
    query: Place & { order: 'newest'; limit: number; cursor?: string };
  }): Promise<{ items: readonly Message[]; nextCursor: string | null }>;
  addMessages(input: { query: { overwrite: 'true' }; body: Added[] }): Promise<unknown>;
  popMessage(input: { body: Place }): Promise<{ message: Message | null }>;
  forgetMany(input: { body: Place & { confirm: true } }): Promise<{ id?: string }>;
  forgetCertificate(input: { params: { id: string } }): Promise<{ forgottenAt: number | null }>;
}

const PAGE = 100;
const BATCH = 100;
const PART_CHARS = 450;
const PARTS_MAX = 18;
const POLL_MS = 100;

/**
 * A Session of the OpenAI Agents SDK: each item of the conversation is a message, which the team recalls. `Item` is the SDK's
 * `AgentInputItem`, which this package does not import.
 */
export class CairnSession<Item extends object = object> {
  private readonly cairn: Messages;
  private readonly place: Place;

  constructor(sessionId: string, cairn: Messages, { channel }: { readonly channel?: string } = {}) {
    this.cairn = cairn;
    this.place = { sessionKey: sessionId, ...(channel !== undefined && { channel }) };
  }

  async getSessionId(): Promise<string> {
    return this.place.sessionKey;
  }

  async getItems(limit: number = Infinity): Promise<Item[]> {
    const found: Message[] = [];
    if (limit <= 0) return [];
    for (let cursor: string | undefined; ;) {
      const query = {
        ...this.place,
        order: 'newest',
        limit: Math.min(limit, PAGE),
        ...(cursor && { cursor }),
      } as const;
      const page = await this.cairn.listMessages({ query });
      found.push(...page.items);
      if (page.nextCursor === null || found.length >= limit) break;
      cursor = page.nextCursor;
    }
    return found
      .slice(0, limit)
      .reverse()
      .map(itemOf<Item>);
  }

  /** Appends items. A popped item may be added again, although its text was forgotten. */
  async addItems(items: Item[]): Promise<void> {
    const messages = items.map((item) => this.messageOf(item as Record<string, unknown>));
    for (let at = 0; at < messages.length; at += BATCH)
      await this.cairn.addMessages({ query: { overwrite: 'true' }, body: messages.slice(at, at + BATCH) });
  }

  /** Takes the newest item; of several callers, each gets another one. */
  async popItem(): Promise<Item | undefined> {
    const { message } = await this.cairn.popMessage({ body: this.place });
    return message ? itemOf<Item>(message) : undefined;
  }

  /** Forgets the session for good. */
  async clearSession(): Promise<void> {
    const { id } = await this.cairn.forgetMany({ body: { ...this.place, confirm: true } });
    while (id !== undefined && (await this.cairn.forgetCertificate({ params: { id } })).forgottenAt === null)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  private messageOf(item: Record<string, unknown>): Added {
    const whole = JSON.stringify(item);
    const text = textOf(item['content']);
    const parts = whole.match(new RegExp(`[^]{1,${PART_CHARS}}`, 'g')) ?? [];
    const isKeptBeside = text.trim() !== '' && parts.length <= PARTS_MAX;
    const named = parts.map((part, at) => [`item${String(at).padStart(2, '0')}`, part] as const);
    return {
      ...this.place,
      role: roleOf(item['role']),
      content: isKeptBeside ? text : whole,
      source: 'openai-agents',
      timestamp: new Date().toISOString(),
      provenance: isKeptBeside ? Object.fromEntries(named) : {},
    };
  }
}

function itemOf<Item>({ role, content, provenance }: Message): Item {
  const parts = Object.entries(provenance).filter(([name]) => name.startsWith('item'));
  const whole = parts
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, part]) => part)
    .join('');
  try {
    return JSON.parse(whole || content) as Item;
  } catch {
    // Another program wrote it, or a secret was masked.
    return { role, content } as Item;
  }
}

function roleOf(role: unknown): string {
  if (role === 'user' || role === 'assistant' || role === 'system') return role;
  return role === 'developer' ? 'system' : 'tool';
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.flatMap((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : [])).join('\n');
}
