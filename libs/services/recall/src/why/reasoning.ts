import { decisionParts, type DecisionPart, type Quotation } from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';
import type { Account } from './account.ts';

const REASONING_CHARS = 1_200;
const TITLE_CHARS = 80;

interface Line {
  readonly label: string;
  readonly quotation: Quotation;
}

const labels: Readonly<Record<DecisionPart, string>> = {
  decision: 'Decision',
  alternatives: 'Alternative',
  reasons: 'Reason',
  consequences: 'Consequence',
  reversals: 'Later',
};

/** The quotations in the order in which they are shown: the part that the lead record tells comes first. */
function linesOf(account: Account): Line[] {
  const parts = [account.leads, ...decisionParts.filter((part) => part !== account.leads)];
  return parts.flatMap((part) => quotationsOf(account, part).map(([label, quotation]) => ({ label, quotation })));
}

function quotationsOf(account: Account, part: DecisionPart): [string, Quotation][] {
  if (part === 'decision') return account.decision ? [[labels.decision, account.decision]] : [];
  if (part !== 'alternatives') return account[part].map((quotation) => [labels[part], quotation]);
  return account.alternatives.flatMap(({ what, whyNot }) => {
    const against: [string, Quotation][] = whyNot && whyNot.text !== what.text ? [['Why not', whyNot]] : [];
    return [[labels.alternatives, what], ...against] as [string, Quotation][];
  });
}

const missing = ({ notFound }: Account): string[] =>
  notFound.length === 0 ? [] : [`Not found: ${notFound.join(', ')}.`];

/** As many quotations as fit, each with its id, and the parts that were not found. */
export function reasoningOf(account: Account): string {
  const last = missing(account);
  let left = REASONING_CHARS - last.join('').length;
  const shown = linesOf(account)
    .map(lineText)
    .filter((line) => {
      const fits = line.length + 1 <= left;
      if (fits) left -= line.length + 1;
      return fits;
    });
  return [...shown, ...last].join('\n');
}

const lineText = ({ label, quotation: { text, title, id } }: Line): string =>
  `${label}: “${text.replace(/\s+/g, ' ')}” (${title.slice(0, TITLE_CHARS).toWellFormed()}; ${id})`;

/** Renders the same as quoted data for a model. */
export const whyBlockOf = (decision: string, account: Account, budgetChars = BLOCK_CHARS): string =>
  renderList({
    heading: `Why Did We: ${decision.slice(0, REASONING_CHARS).toWellFormed()}`,
    boundary: newBoundary(),
    budgetChars,
    notes: missing(account),
    entries: linesOf(account).map(({ label, quotation: { id, kind, title, section = [], text, state } }) => ({
      id,
      about: `${label} [${kind}]${state === 'active' ? '' : ` ${state}`}`,
      text: `${[title, ...section.slice(-1)].join(' / ')}: ${text}`,
    })),
  });
