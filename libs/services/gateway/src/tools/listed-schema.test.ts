import { plainConnection } from '../connection.ts';
import { instructionsFor } from '../guide.ts';
import { tools } from './all.ts';
import { listedInput, type JsonSchema } from './listed-schema.ts';

/** Every schema within one, with its path. */
function partsOf(schema: JsonSchema, path: string): [string, JsonSchema][] {
  const { properties = {}, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  return [
    [path, schema],
    ...Object.entries(properties).flatMap(([name, part]) => partsOf(part, `${path}.${name}`)),
    ...(items ? partsOf(items, `${path}[]`) : []),
  ];
}

const parts = tools.flatMap((tool) => partsOf(listedInput(tool), tool.name));
const failing = (passes: (schema: JsonSchema, path: string) => boolean) =>
  parts.filter(([path, schema]) => !passes(schema, path)).map(([path]) => path);

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

/** Keywords by vendor, from the pages on structured outputs, function declarations and tool definitions. */
const vendors: Readonly<Record<string, readonly string[]>> = {
  'strict tools of OpenAI': [
    ...['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf', 'additionalProperties', '$ref'],
    ...['$defs', 'pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'minItems', 'maxItems', 'const'],
  ],
  'function declarations of Gemini': [
    ...['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf', 'format', 'nullable', 'title'],
    ...['minimum', 'maximum', 'minItems', 'maxItems', 'propertyOrdering'],
  ],
  'tools of Anthropic': [
    ...['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf', 'additionalProperties', '$ref'],
    ...['$defs', 'const', 'default', 'format', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ],
};

describe('the schemas that a model reads', () => {
  it.each(Object.entries(vendors))('have keywords that %s take', (_, taken) => {
    expect(failing((schema) => Object.keys(schema).every((keyword) => taken.includes(keyword)))).toEqual([]);
  });

  it('have one type each, objects that name their properties, and lists that name their items', () => {
    expect(failing(({ type }) => TYPES.includes(type as string))).toEqual([]);
    expect(failing(({ type, properties }) => type !== 'object' || properties !== undefined)).toEqual([]);
    expect(failing(({ type, items }) => type !== 'array' || items !== undefined)).toEqual([]);
    expect(failing(({ type, enum: values }) => values === undefined || type === 'string')).toEqual([]);
  });

  it('require what they list, and describe each parameter', () => {
    const required = ({ required: names = [], properties = {} }: { required?: string[]; properties?: object }) =>
      names.every((name) => name in properties);
    expect(failing(required)).toEqual([]);
    expect(failing(({ description }, path) => !/^\w+\.\w+$/.test(path) || Boolean(description))).toEqual([]);
    expect(failing((_, path) => path.split('.').every((name) => /^[a-zA-Z0-9_-]{1,64}(?:\[\])?$/.test(name)))).toEqual(
      [],
    );
  });

  it('leave out only parameters that a tool has and does not require', () => {
    for (const tool of tools) {
      const listed = listedInput(tool) as { required?: readonly string[] };
      expect(listed.required).toEqual(tool.inputJson['required']);
    }
  });
});

/** Tokens of o200k are a quarter of such text or less: `npm run bench:answers` counts them. */
const CHARS_PER_TOKEN = 4;

it('what every agent reads at its beginning is short', () => {
  const lengthOf = (shown: typeof tools) =>
    JSON.stringify(
      shown.map((tool) => ({
        ...tool,
        input: undefined,
        inputJson: listedInput(tool),
        outputJson: undefined,
        output: undefined,
      })),
    ).length;

  expect(lengthOf(tools.filter(plainConnection.lists))).toBeLessThan(5_000 * CHARS_PER_TOKEN);
  expect(lengthOf(tools)).toBeLessThan(11_000 * CHARS_PER_TOKEN);
  expect(instructionsFor(tools).length).toBeLessThan(350 * CHARS_PER_TOKEN);
});
