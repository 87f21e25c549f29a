/** Groups of types that have one colour each, in the order of the legend. */
const groups: readonly (readonly string[])[] = [
  ['person'],
  ['team', 'organisation'],
  ['service'],
  ['system', 'tool', 'resource', 'channel'],
  ['module', 'package', 'repository', 'path'],
  ['project', 'goal', 'task', 'event'],
  ['decision', 'concept'],
];

/** Colours of the groups, and the last of all other types. Whoever sees fewer colours tells them apart, too, mostly by lightness. */
export const palettes = {
  light: ['#b2511e', '#cc7722', '#348ff9', '#154433', '#9848b8', '#6a1488', '#9d84a9', '#5c666b'],
  dark: ['#dd8736', '#f0e331', '#5fa1f3', '#aef1bb', '#957391', '#4b65d9', '#b2511e', '#aab4b9'],
} as const;

interface Colours {
  readonly ofType: (type: string) => string;
  readonly text: string;
  readonly line: string;
  readonly canvas: string;
}

/** Colours of the picture for a scheme. Each is readable on the canvas of that scheme. */
export const coloursOf = (scheme: 'light' | 'dark'): Colours => ({
  ofType: (type) => {
    const place = groups.findIndex((types) => types.includes(type));
    return palettes[scheme].at(place)!;
  },
  text: scheme === 'light' ? '#1d2527' : '#e8eded',
  line: scheme === 'light' ? '#8b979b' : '#66757b',
  canvas: scheme === 'light' ? '#fbfcfc' : '#15191b',
});

/** Types of some nodes, each once, in the order of the legend. */
export function typesIn(nodes: readonly { readonly nodeType: string }[]): string[] {
  const order = groups.flat();
  const placeOf = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  return [...new Set(nodes.map(({ nodeType }) => nodeType))].toSorted((one, other) => placeOf(one) - placeOf(other));
}
