import { describeReaders, type Proposal, type RouteOutput } from '@cairn/contracts';
import type { Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

const inOneLine = (text: string): string => neutraliseForTerminal(text).replace(/\s+/g, ' ').trim();

/**
 * Prints a proposal: its text once and one line about it. The title and the quoted words are left out where the text has
 * them.
 */
export function printProposal({ line, colors }: Printer, proposal: Proposal): void {
  const { title, content, quotes, replaces } = proposal;
  const text = inOneLine(content);
  const name = inOneLine(title);
  line(text.startsWith(name) ? text : `${colors.bold(`${name}:`)} ${text}`);
  line(colors.dim(`    ${aboutOf(proposal)}`));
  const quoted = new Set(quotes.map((quote) => inOneLine(quote.text)).filter((words) => !text.includes(words)));
  for (const words of quoted) line(colors.dim(`    said: ${words}`));
  if (replaces) line(colors.dim(`    contradicts: ${inOneLine(replaces.content)}`));
}

const aboutOf = (proposal: Proposal): string => {
  const { kind, category, proposedBy, owner, isOwn, needsPerson, status, sightings, visibility, project, memoryId } =
    proposal;
  return [
    kind === category ? kind : `${kind}, ${category}`,
    ...(status === 'waiting' ? [] : [status]),
    `by ${neutraliseForTerminal(proposedBy.name ?? 'somebody')}`,
    ...(isOwn ? [] : [`of ${neutraliseForTerminal(owner.name ?? 'somebody')}`]),
    isOwn ? describeReaders(visibility) : `for ${visibility}`,
    ...(project === null ? [] : [neutraliseForTerminal(project)]),
    ...(sightings > 1 ? [`said ${sightings} times`] : []),
    ...(needsPerson ? ['a person must keep it'] : []),
    memoryId,
  ].join('  ');
};

/** Prints the result of a decision. */
export function printDecision({ line }: Pick<Printer, 'line'>, decision: RouteOutput<'decideProposal'>): void {
  const { memoryId, status, visibility, into, replaced, contradicts } = decision;
  line(`${memoryId}: ${status}${status === 'kept' ? `, ${describeReaders(visibility)}` : ''}`);
  if (into) line(`    its evidence is in ${into} now`);
  if (replaced) line(`    ${replaced} was ${status === 'waiting' ? 'made active again' : 'superseded'}`);
  if (contradicts) line(`    contradicts ${contradicts}, which stays`);
}
