/** Table of figures by row, then by column. */
export type Table = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Target {
  readonly name: string;
  readonly measured: number;
  readonly most: number;
  readonly unit: string;
}

export interface Report {
  readonly about: Readonly<Record<string, string | number>>;
  readonly tables: Readonly<Record<string, Table>>;
  readonly targets: readonly Target[];
}

/** Report as text. */
export function textOf({ about, tables, targets }: Report): string {
  const facts = Object.entries(about).map(([name, value]) => `${name}: ${value}`);
  const parts = Object.entries(tables).map(([title, table]) => tableText(title, table));
  return [facts.join('\n'), ...parts, ['targets', ...targets.map(targetText)].join('\n')].join('\n\n');
}

const NAME_WIDTH = 42;
const FIGURE_WIDTH = 18;

function tableText(title: string, table: Table): string {
  const columns = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];
  const head = title.padEnd(NAME_WIDTH) + columns.map((name) => name.padStart(FIGURE_WIDTH)).join('');
  const rows = Object.entries(table).map(
    ([name, row]) =>
      `  ${name}`.padEnd(NAME_WIDTH) + columns.map((column) => figure(row[column]).padStart(FIGURE_WIDTH)).join(''),
  );
  return [head, ...rows].join('\n');
}

const targetText = ({ name, measured, most, unit }: Target): string =>
  `  ${name}`.padEnd(NAME_WIDTH + 30) +
  `${figure(measured)} ${unit}, at most ${most}: ${measured <= most ? 'met' : 'MISSED'}`;

const figure = (value: number | undefined): string =>
  value === undefined
    ? ''
    : Number.isInteger(value)
      ? String(value)
      : value >= 1000
        ? value.toFixed(0)
        : value.toFixed(2);
