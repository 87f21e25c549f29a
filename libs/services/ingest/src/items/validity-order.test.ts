import { MemoryInput } from '@cairn/contracts';
import { aPrincipal } from '@cairn/testing';
import { newMemory, requireOrder } from '@cairn/store';

const [earlier, later] = [Date.UTC(2026, 0), Date.UTC(2027, 0)];
const ada = aPrincipal();

it.each([
  { validFrom: later, validTo: earlier },
  { validFrom: earlier, validTo: earlier },
])('refuses what would hold at no time, by the names of both fields: %j', (validity) => {
  const issue = {
    field: '[1].validTo',
    message: expect.stringContaining('validFrom') as unknown,
    allowed: expect.stringContaining('validFrom') as unknown,
  };
  expect(() => requireOrder(validity, '[1].')).toThrow(
    expect.objectContaining({ code: 'request/invalid', issues: [expect.objectContaining(issue)] }),
  );
});

it('refuses a day that ends with the day before it, and a relation that its memory outlasts at no time', () => {
  const fields = { title: 'Title', content: 'x', validFrom: '2026-10-05' };
  const owns = { from: 'team:a', type: 'owns', to: 'service:b', validTo: '2026-10-04' };

  expect(() => newMemory(ada, MemoryInput.parse({ ...fields, validTo: '2026-10-04' }), '')).toThrow(
    /^validTo .*validFrom/u,
  );
  expect(() => newMemory(ada, MemoryInput.parse({ ...fields, relations: [owns] }), '')).toThrow(
    /^relations\.0\.validTo .*validFrom/u,
  );
  expect(() => newMemory(ada, MemoryInput.parse({ ...fields, validTo: '2026-10-05' }), '')).not.toThrow();
});

it.each([{ validFrom: earlier, validTo: later }, { validFrom: null, validTo: earlier }, { validTo: earlier }])(
  'takes %j',
  (validity) => {
    expect(() => requireOrder(validity)).not.toThrow();
  },
);
