/** Lines of a chart: values above zero by size. */
export type Lines = Readonly<Record<string, Readonly<Record<number, number>>>>;

const [WIDTH, HEIGHT] = [760, 420];
const PLOT = { left: 70, right: 520, top: 50, bottom: 370 };
const DASHES = ['', '7 4', '2 4', '9 3 2 3', '4 4'];

/** Draws milliseconds by the number of messages, both on logarithmic scales, as an SVG that follows the reader's colours. */
export function curveSvg(title: string, lines: Lines): string {
  const sizes = [...new Set(Object.values(lines).flatMap((line) => Object.keys(line).map(Number)))].sort(
    (a, b) => a - b,
  );
  const values = Object.values(lines).flatMap((line) => Object.values(line));
  const x = scaleOf(sizes[0]!, sizes.at(-1)!, PLOT.left, PLOT.right);
  const decades = decadesAround(Math.min(...values), Math.max(...values));
  const y = scaleOf(decades[0]!, decades.at(-1)!, PLOT.bottom, PLOT.top);
  const grid = decades.map(
    (ms) =>
      `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(ms)}" y2="${y(ms)}"/><text class="small" x="${PLOT.left - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  );
  const ticks = sizes.map(
    (size) =>
      `<text class="small" x="${x(size)}" y="${PLOT.bottom + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  );
  const names = labelPlaces(Object.entries(lines).map(([name, line]) => [name, y(lastOf(line))] as const));
  const drawn = Object.entries(lines).map(([name, line], at) => {
    const points = Object.entries(line).map(([size, ms]) => `${x(Number(size))},${y(ms)}`);
    return `<polyline class="line c${at}" stroke-dasharray="${DASHES[at % DASHES.length]}" points="${points.join(' ')}"/>${points
      .map((point) => `<circle class="dot c${at}" cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3"/>`)
      .join(
        '',
      )}<text class="small" x="${PLOT.right + 12}" y="${names.get(name)! + 4}">${name}: ${shown(lastOf(line))}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="t d">
  <title id="t">${title}</title>
  <desc id="d">${Object.entries(lines)
    .map(
      ([name, line]) =>
        `${name}: ${Object.entries(line)
          .map(([size, ms]) => `${shown(ms)} at ${size}`)
          .join(', ')}`,
    )
    .join('. ')}.</desc>
  <style>
    .back { fill: #fdfdfc } text { font: 15px system-ui, sans-serif; fill: #20231f } .small { font-size: 13px; fill: #4d554f }
    .grid { stroke: #d9dcd8 } .line { fill: none; stroke-width: 2 }
    ${LIGHT.map((colour, at) => `.c${at} { stroke: ${colour} } .dot.c${at} { fill: ${colour} }`).join(' ')}
    @media (prefers-color-scheme: dark) {
      .back { fill: #191b19 } text { fill: #e4e7e3 } .small { fill: #b6beb8 } .grid { stroke: #343834 }
      ${DARK.map((colour, at) => `.c${at} { stroke: ${colour} } .dot.c${at} { fill: ${colour} }`).join(' ')}
    }
  </style>
  <rect class="back" width="${WIDTH}" height="${HEIGHT}" rx="8"/>
  <text x="20" y="28">${title}</text>
  ${[...grid, ...ticks, ...drawn].join('\n  ')}
</svg>
`;
}

const LIGHT = ['#2f6f5c', '#8a5a1f', '#3c5f96', '#9a3b5b', '#555'];
const DARK = ['#7fc4ad', '#d8ad69', '#8fb3e8', '#e58fab', '#bbb'];
const LABEL_HEIGHT = 17;

/** Maps values on a logarithmic scale to a range of pixels, in whole tenths. */
const scaleOf = (least: number, most: number, from: number, to: number) => (value: number) =>
  Math.round(10 * (from + ((to - from) * Math.log(value / least)) / (Math.log(most / least) || 1))) / 10;

function decadesAround(least: number, most: number): number[] {
  const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  return Array.from({ length: Math.max(2, to - from + 1) }, (_, at) => Number((10 ** (from + at)).toPrecision(1)));
}

const lastOf = (line: Readonly<Record<number, number>>): number => Object.values(line).at(-1)!;

const shown = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;

/** Heights of labels, from the top down, moved apart where they would overlap. */
function labelPlaces(labels: readonly (readonly [name: string, y: number])[]): Map<string, number> {
  let least = -Infinity;
  return new Map(
    labels
      .toSorted(([, a], [, b]) => a - b)
      .map(([name, y]) => [name, (least = Math.max(y, least + LABEL_HEIGHT))] as const),
  );
}
