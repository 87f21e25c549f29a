import { isRecord, textOf } from './record-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

const LEVELS_MAX = 12;

/** Returns the texts of Slack's blocks, one line per block, with the same markup as the texts of messages. */
export function textsInBlocks(value: unknown, levels = LEVELS_MAX): string[] {
  if (levels === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsInBlocks(one, levels - 1));
  const block = value as Fields;
  if (LINE_ELEMENT_TYPES.has(String(block['type']))) return lineOf(block);
  return Object.entries(block).flatMap(([name, one]) =>
    TEXT_FIELDS.has(name) && typeof one === 'string' ? [one] : textsInBlocks(one, levels - 1),
  );
}

/** Names of fields that contain text for people. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['text', 'alt_text', 'title', 'description']);

/** Types of elements whose children form one line. */
const LINE_ELEMENT_TYPES: ReadonlySet<string> = new Set([
  'rich_text_section',
  'rich_text_quote',
  'rich_text_preformatted',
]);

function lineOf({ elements }: Fields): string[] {
  const pieces = (Array.isArray(elements) ? elements.filter(isRecord) : []).map(pieceOf).join('');
  return pieces.trim() === '' ? [] : [pieces];
}

function pieceOf({
  type,
  text,
  url,
  user_id: user,
  channel_id: channel,
  usergroup_id: group,
  range,
  name,
  fallback,
}: Fields) {
  if (type === 'user') return `<@${String(user)}>`;
  if (type === 'channel') return `<#${String(channel)}>`;
  if (type === 'usergroup') return `<!${String(group)}>`;
  if (type === 'broadcast') return `<!${String(range)}>`;
  if (type === 'emoji') return `:${String(name)}:`;
  if (type === 'link') return textOf(text) ? `<${String(url)}|${String(text)}>` : `<${String(url)}>`;
  return textOf(text) ?? textOf(fallback) ?? '';
}
