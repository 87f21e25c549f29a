import type { RouteOutput } from '@cairn/contracts';

type Why = RouteOutput<'why'>;

/** A decision record of what was found, in Markdown: quotations, each with the memory that holds it. */
export function adrOf(why: Why, title: string): string {
  const list = (quotations: Why['reasons']) =>
    quotations.map(({ text, id }) => `- ${text.replaceAll('\n', ' ')} (${id})`).join('\n');
  const parts = [
    ['Decision', list(why.decision ? [why.decision] : [])],
    ['Reasons', list(why.reasons)],
    ['Alternatives', list(alternativesOf(why))],
    ['Consequences', list(why.consequences)],
    ['Decided otherwise later', list(why.reversals)],
  ];
  const written = parts.filter(([, text]) => text).map(([name, text]) => `## ${name}\n\n${text}\n`);
  return [`# ${title}\n`, ...written].join('\n');
}

/** Each alternative and what spoke against it; one sentence often says both. */
export const alternativesOf = ({ alternatives }: Why): Why['reasons'] =>
  alternatives.flatMap(({ what, whyNot }) => (whyNot && whyNot.text !== what.text ? [what, whyNot] : [what]));
