import { requireOrder } from './new-items.ts';

const [earlier, later] = [Date.UTC(2026, 0), Date.UTC(2027, 0)];

it('refuses what would cease to hold before it begins, by the name of its field', () => {
  expect(() => requireOrder({ validFrom: later, validTo: earlier }, '[1].')).toThrow(
    expect.objectContaining({ code: 'request/invalid', issues: [expect.objectContaining({ field: '[1].validTo' })] }),
  );
});

it.each([
  { validFrom: earlier, validTo: later },
  { validFrom: earlier, validTo: earlier },
  { validFrom: null, validTo: earlier },
  { validTo: earlier },
])('takes %j', (validity) => {
  expect(() => requireOrder(validity)).not.toThrow();
});
