import { expect, it } from '@jest/globals';
import { coloursOf, palettes } from './colours.ts';

type Triple = readonly number[];

/** Linear RGB as people see it, and as those without cones for red, green or blue do (Machado, Oliveira, Fernandes 2009). */
const eyes: readonly (readonly Triple[])[] = [
  [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
]; // prettier-ignore

const times = (matrix: readonly Triple[], [r = 0, g = 0, b = 0]: Triple) =>
  matrix.map(([x = 0, y = 0, z = 0]) => x * r + y * g + z * b);

const linearOf = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

/** Coordinates in Oklab, in which distances are near to seen differences. */
const oklabOf = (linear: Triple): Triple => {
  const cones = times(
    [
      [0.41222, 0.53633, 0.05145],
      [0.2119, 0.6807, 0.1074],
      [0.0883, 0.28172, 0.62998],
    ],
    linear,
  );
  return times(
    [
      [0.21045, 0.79362, -0.00407],
      [1.978, -2.42859, 0.45059],
      [0.0259, 0.78277, -0.80868],
    ],
    cones.map((value) => Math.cbrt(Math.max(0, value))),
  );
};

const distanceBetween = (one: string, other: string) =>
  Math.min(
    ...eyes.map((eye) => {
      const seen = [one, other].map((hex) => oklabOf(times(eye, linearOf(hex))));
      return Math.hypot(...seen[0]!.map((value, at) => value - seen[1]![at]!));
    }),
  );

const luminanceOf = (hex: string) => times([[0.2126, 0.7152, 0.0722]], linearOf(hex))[0]!;

/** Contrast of WCAG 2.1. */
function contrastBetween(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const FAINTEST = 0.09;
const CONTRAST_MIN = 3;

it.each(['light', 'dark'] as const)('tells types apart for whoever sees fewer colours, on a %s canvas', (scheme) => {
  const colours: readonly string[] = palettes[scheme];
  const pairs = colours.flatMap((one, at) => colours.slice(at + 1).map((other) => [one, other] as const));

  expect(pairs.filter(([one, other]) => distanceBetween(one, other) < FAINTEST)).toEqual([]);
  expect(colours.filter((one) => contrastBetween(one, coloursOf(scheme).canvas) < CONTRAST_MIN)).toEqual([]);
  expect(coloursOf(scheme).ofType('service')).not.toBe(coloursOf(scheme).ofType('system'));
});
