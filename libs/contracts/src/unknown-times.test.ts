import { z } from 'zod';
import { MemoryInput, MessageInput } from './records.ts';
import { routes } from './routes.ts';

/** Collects the schemas of all fields with this name, at any depth. */
function fieldsOf(schema: unknown, name: string): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? [(value as Record<string, unknown>)[name] ?? []].flat() : []),
    ...fieldsOf(value, name),
  ]);
}

const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' });

it.each(Object.entries(routes).flatMap(([name, { output }]) => (output ? [[name, output] as const] : [])))(
  'shows no 0 for an unknown time in answers of %s',
  (_, output) => {
    const ofItems = fieldsOf(jsonOf(output as z.ZodType), 'timestamp').filter(
      (field) => !JSON.stringify(field).includes('string'),
    );
    for (const field of ofItems)
      expect(field).toMatchObject({ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] });
  },
);

it.each([undefined, null, 0])('takes the time %j of an item for unknown', (timestamp) => {
  expect(MessageInput.parse({ content: 'x', timestamp }).timestamp).toBe(0);
  expect(MemoryInput.parse({ title: 'Title', content: 'x', timestamp }).timestamp).toBe(0);
});
