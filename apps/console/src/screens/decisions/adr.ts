import type { RouteOutput } from '@cairn/contracts';

type Why = RouteOutput<'why'>;

/**
 * Renders a decision as a decision record in Markdown: the sentences of the decision under their headings, then lists
 * of related items with ids.
 */
export function adrOf({ decision, reversed, evidence }: Why, title: string): string {
  const own = decision?.sentences ?? [];
  const sections = [...Map.groupBy(own, ({ heading }) => heading ?? 'Decision')];
  const parts = [
    ...sections.map(([name, some]) => [name, some.map(({ text }) => text).join(' ')] as const),
    ['Reversed', list(reversed.map(({ id, title: text }) => ({ id, text })))] as const,
    ['Quote then', list(evidence)] as const,
  ];
  const written = parts.filter(([, text]) => text).map(([name, text]) => `## ${name}\n\n${text}\n`);
  return [`# ${title}\n`, ...(decision ? [`Memory ${decision.id}\n`] : []), ...written].join('\n');
}

const list = (some: readonly { readonly id: string; readonly text: string }[]) =>
  some.map(({ text, id }) => `- ${text.replaceAll('\n', ' ')} (${id})`).join('\n');
