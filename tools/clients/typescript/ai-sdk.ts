interface Recalls {
  recall(input: {
    body: { query: string; channel?: string; limit?: number };
  }): Promise<{ hits: readonly unknown[]; injectionBlock: string }>;
}

interface Part {
  readonly type: string;
  readonly text?: string;
}

type PromptMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user' | 'assistant' | 'tool'; readonly content: readonly Part[] };

/** Longest question, in characters: the end of a longer message is asked. */
const QUERY_CHARS = 2_000;

export interface RecallOptions {
  readonly channel?: string;
  /** Hits at most; 5 by default. */
  readonly limit?: number;
}

/**
 * A middleware of the AI SDK's `wrapLanguageModel`: what the team knows about the last message of the user stands before the
 * conversation, as quoted data. A memory that does not answer leaves the call as it is.
 */
export const recallMiddleware = (cairn: Recalls, { channel, limit = 5 }: RecallOptions = {}): RecallMiddleware => ({
  specificationVersion: 'v3',
  async transformParams({ params }) {
    const query = lastQuestion(params.prompt as readonly PromptMessage[]);
    if (query === '') return params;
    const asked = { query, limit, ...(channel !== undefined && { channel }) };
    const answer = await cairn.recall({ body: asked }).catch(() => undefined);
    if (!answer || answer.hits.length === 0) return params;
    const system: PromptMessage = { role: 'system', content: answer.injectionBlock };
    return { ...params, prompt: [system, ...params.prompt] };
  },
});

/** The part of the AI SDK's `LanguageModelMiddleware` that this one has. */
export interface RecallMiddleware {
  readonly specificationVersion: 'v3';
  transformParams<Params extends { readonly prompt: readonly unknown[] }>(input: { params: Params }): Promise<Params>;
}

function lastQuestion(prompt: readonly PromptMessage[]): string {
  const last = prompt.findLast(({ role }) => role === 'user');
  const parts = last && typeof last.content !== 'string' ? last.content : [];
  const text = parts.flatMap((part) => (part.type === 'text' ? (part.text ?? []) : [])).join('\n');
  return text.trim().slice(-QUERY_CHARS);
}
