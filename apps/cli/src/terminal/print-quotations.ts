import type { Quotation } from '@cairn/contracts';
import { joinTitle } from '@cairn/prompt';
import { timeOf } from './print-hits.ts';
import type { Printer } from './printer.ts';
import { cutToWidth, neutraliseForTerminal, wrapText } from './terminal-text.ts';

const INDENT = '   ';
const LINES_MAX = 4;

/** A quotation. A quote in a hand-off has neither a time nor a state. */
type Shown = Pick<Quotation, 'id' | 'title' | 'section' | 'text'> & Partial<Pick<Quotation, 'at' | 'state'>>;

/** Prints quotations with their sources under a heading; nothing for an empty list. */
export function printQuotations(printer: Printer, heading: string, quotations: readonly Shown[]): void {
  const { line, colors, columns } = printer;
  if (quotations.length === 0) return;
  line(colors.bold(heading));
  for (const { id, title, section = [], text, at, state = 'active' } of quotations) {
    const words = neutraliseForTerminal(text).replace(/\s+/g, ' ');
    for (const each of wrapText(words, { columns: columns - INDENT.length, linesMax: LINES_MAX })) line(INDENT + each);
    const place = [
      at === undefined ? '' : timeOf(at),
      [...(joinTitle(title, text) === text ? [] : [title]), ...section.slice(-1)]
        .map(neutraliseForTerminal)
        .join(' / '),
      state === 'active' ? '' : state,
      id,
    ];
    line(INDENT + colors.dim(cutToWidth(place.filter(Boolean).join(' · '), columns - INDENT.length)));
  }
}
