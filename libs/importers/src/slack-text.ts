/** Names of people and channels, by the ids that messages contain. */
export interface SlackNames {
  readonly people: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
}

const REFERENCE = /<([^<>|]{1,4000})(?:\|([^<>]{0,4000}))?>/gu;

/** Converts the text of a message to the form that people saw: names in place of ids, and links as `label (address)`. */
export function readableSlackText(text: string, names: SlackNames): string {
  return text
    .replace(REFERENCE, (_, target: string, label: string | undefined) => readableLink(target, label, names))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function readableLink(target: string, label: string | undefined, { people, channels }: SlackNames): string {
  const id = target.slice(1);
  if (target.startsWith('@')) return `@${people.get(id) ?? (label || id)}`;
  if (target.startsWith('#')) return `#${channels.get(id) ?? (label || id)}`;
  if (target.startsWith('!')) return label || `@${id.split('^')[0] ?? id}`;
  return label && label !== target ? `${label} (${target})` : target;
}
