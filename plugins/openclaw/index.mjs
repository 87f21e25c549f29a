// Memory slot of OpenClaw over Cairn. It has no dependency, so that OpenClaw installs it from a folder as it is.

const WAIT_MS = 10_000;
/** A reply waits for the memories of a prompt, so they have less time than a tool. */
const PROMPT_WAIT_MS = 1_500;
const PROMPT_CHARS = { min: 8, max: 2_000 };
const HITS_MAX = 5;
const HITS_CHARS = 4_000;
const SCORE_MIN = 0.25;

export default {
  id: 'cairn',
  name: 'Cairn team memory',
  description: 'Recalls and keeps what a team and its agents know',
  register(api) {
    const settings = settingsOf(api.pluginConfig ?? {});
    const ask = askOf(settings);
    api.registerMemoryCapability({ promptBuilder });
    for (const tool of toolsOf(ask, settings)) api.registerTool(tool);
    if (settings.recall) api.on('before_prompt_build', (event) => memoriesFor(event, { ask, settings, api }));
  },
};

/** Settings of OpenClaw's configuration; the environment holds what stands there in none. */
function settingsOf({ url, key, channel, recall }) {
  const { CAIRN_URL, CAIRN_KEY_OPENCLAW } = process.env;
  return {
    url: (url ?? CAIRN_URL ?? 'http://127.0.0.1:7070').replace(/\/+$/, ''),
    key: key ?? CAIRN_KEY_OPENCLAW,
    channel,
    recall: recall ?? true,
  };
}

/** Creates the function that calls a route of the server. */
const askOf =
  ({ url, key }) =>
  async (path, body, { signal, waitMs = WAIT_MS } = {}) => {
    if (!key) throw new Error('Cairn has no key: set plugins.entries.cairn.config.key or CAIRN_KEY_OPENCLAW');
    const limit = AbortSignal.timeout(waitMs);
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const content = await answer.json();
    if (!answer.ok) throw new Error(`Cairn answered ${answer.status}: ${content.message ?? JSON.stringify(content)}`);
    return content;
  };

/** Lines of the system prompt; only tools that the agent has are named. */
function promptBuilder({ availableTools }) {
  const has = (name) => availableTools.has(name);
  const lines = [
    has('memory_search') && 'Before you answer about earlier decisions, rules, people or dates, call memory_search.',
    has('memory_get') && 'memory_get reads the lines of a note that a hit cites.',
    has('memory_store') &&
      'Keep decisions, rules and lasting facts with memory_store, one a call, as one whole sentence.',
  ].filter(Boolean);
  return lines.length === 0 ? [] : ['## Memory (Cairn)', ...lines, ''];
}

const toolsOf = (ask, { channel }) => [
  {
    name: 'memory_search',
    label: 'Search the team memory',
    description: 'Searches what the team and its agents stored: memories, messages and notes, best first.',
    parameters: object({ query: text('Question or keywords'), limit: { type: 'integer', minimum: 1, maximum: 20 } }, [
      'query',
    ]),
    execute: async (_id, { query, limit = HITS_MAX }, signal) => {
      const found = await ask('/v1/recall', { query, limit, channel }, { signal });
      return resultOf(found.hits.length === 0 ? 'Nothing is stored about this.' : found.injectionBlock, {
        hits: found.hits,
      });
    },
  },
  {
    name: 'memory_get',
    label: 'Read a note',
    description: 'Reads lines of a note by its path or citation, such as memory/deploys.md#L5-L8.',
    parameters: object(
      { path: text('Path or citation'), from: { type: 'integer', minimum: 1 }, lines: { type: 'integer', minimum: 1 } },
      ['path'],
    ),
    execute: async (_id, { path, from, lines }, signal) => {
      const read = await ask('/v1/recall/notes/lines', { path, from, lines }, { signal });
      return resultOf(read.text, read);
    },
  },
  {
    name: 'memory_store',
    label: 'Keep a memory',
    description: 'Keeps one decision, rule or fact for the team.',
    parameters: object({ title: text('Short title'), content: text('The whole sentence') }, ['title', 'content']),
    execute: async (_id, { title, content }, signal) => {
      const kept = await ask('/v1/memories', { title, content, channel }, { signal });
      return resultOf('It is kept.', kept);
    },
  },
];

const text = (description) => ({ type: 'string', minLength: 1, description });
const object = (properties, required) => ({ type: 'object', properties, required, additionalProperties: false });
const resultOf = (content, details) => ({ content: [{ type: 'text', text: content }], details });

/** Memories that are near to a prompt, as context in front of it. Without an answer in time, the prompt stays as it is. */
async function memoriesFor({ prompt, currentUserMessage }, { ask, settings, api }) {
  const query = (currentUserMessage ?? prompt ?? '').trim().slice(0, PROMPT_CHARS.max).toWellFormed();
  if (query.length < PROMPT_CHARS.min || query.startsWith('/')) return undefined;
  try {
    const { channel } = settings;
    const body = { query, channel, limit: HITS_MAX, minScore: SCORE_MIN, budgetChars: HITS_CHARS };
    const found = await ask(
      '/v1/recall',
      { ...body, sources: 'without-messages', detail: 'passages' },
      { waitMs: PROMPT_WAIT_MS },
    );
    return found.hits.length === 0 ? undefined : { prependContext: found.injectionBlock };
  } catch (error) {
    api.logger.warn(`cairn: no memories for this prompt: ${error.message}`);
    return undefined;
  }
}
