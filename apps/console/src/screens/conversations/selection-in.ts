/** Selected text with the messages that say it. */
export interface Selection {
  readonly content: string;
  readonly sourceIds: readonly string[];
  readonly channel: string | null;
  readonly project: string | null;
}

interface Message {
  readonly id: string;
  readonly content: string;
  readonly channel: string | null;
  readonly project?: string | null | undefined;
}

/**
 * Returns what the reader selected: the text that is marked in the page with the messages that contain it, otherwise the
 * chosen messages. Empty if nothing is selected.
 */
export function selectionIn(messages: readonly Message[], chosen: ReadonlySet<string>): Selection {
  const marked = markedText();
  const ids = marked ? marked.ids : chosen;
  const sources = messages.filter(({ id }) => ids.has(id));
  return {
    content: marked?.text ?? sources.map(({ content }) => content).join('\n\n'),
    sourceIds: sources.map(({ id }) => id),
    channel: sources[0]?.channel ?? null,
    project: sources[0]?.project ?? null,
  };
}

function markedText(): { text: string; ids: ReadonlySet<string> } | undefined {
  const selection = getSelection();
  const text = selection?.toString().trim();
  if (!selection || !text) return undefined;
  const touched = [...document.querySelectorAll<HTMLElement>('[data-message]')].filter((element) =>
    selection.containsNode(element, true),
  );
  if (touched.length === 0) return undefined;
  return { text, ids: new Set(touched.map(({ dataset }) => dataset['message'] ?? '')) };
}
