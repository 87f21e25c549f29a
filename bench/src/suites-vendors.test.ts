import { internalsOf, vendorPackages, vendorReport, type VendorSuite } from './suites-vendors.ts';

const outcome = { passed: 3, skipped: 1, failed: { test_table_is_locked: 'no such table', test_order: 'wrong order' } };

test('names each failed test beside those about the own of a vendor, which it counts', () => {
  expect(vendorReport(outcome, { 'tables of a file': ['test_table_'], 'links of a disk': ['symlink'] })).toEqual([
    'failed: test_order: wrong order',
    "1 about the vendor's own: tables of a file",
    "3 of 5 passed, 1 failed beside those of the vendor's own, 1 skipped",
  ]);
});

test('each vendor says what of its tests is about its own', () => {
  const suites = Object.keys(vendorPackages) as VendorSuite[];

  expect(suites.filter((suite) => Object.keys(internalsOf(suite)).length === 0)).toEqual([]);
});
