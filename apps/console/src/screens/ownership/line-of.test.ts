import { expect, it } from '@jest/globals';
import { lineOf } from './line-of.ts';

const owners = '* @acme/core\n/billing/ @ana @ben\n/shop/ @ana';

it('finds the line that has the most of the names, of equals the one with the number', () => {
  expect(lineOf(owners, { line: undefined, names: ['@ana'] })).toBe('/billing/ @ana @ben');
  expect(lineOf(owners, { line: 3, names: ['@ana', '@acme/shop'] })).toBe('/shop/ @ana');
  expect(lineOf(owners, { line: undefined, names: ['@ana', '/shop/'] })).toBe('/shop/ @ana');
});

it('gives the whole text where no line has a name', () => {
  expect(lineOf(owners, { line: 2, names: ['@chen'] })).toBe(owners);
  expect(lineOf(owners, { line: 2, names: [] })).toBe(owners);
});
