/** Groups of types that have one colour each, in the order of the legend. */
const groups: readonly (readonly string[])[] = [
  ['person'],
  ['team', 'organisation'],
  ['service', 'system', 'module', 'package'],
  ['repository', 'path'],
  ['project', 'goal', 'task', 'event'],
  ['decision', 'concept'],
  ['tool', 'resource', 'channel'],
];

const palettes = {
  light: ['#b3541e', '#8a5a00', '#0b6b5c', '#2b5fb3', '#7a3fb0', '#a8326b', '#4d6a1f', '#5c666b'],
  dark: ['#ffab7a', '#f0c75e', '#5fd6c0', '#8fb8ff', '#cda2f5', '#ff9cc9', '#b4d67a', '#aab4b9'],
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
