import { ItemRef, routes, type Route, type RouteName } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { z } from 'zod';
import { isWrite, maskedCountsOf, maskInput, plansOf } from './mask-input.ts';
import { planOf, type StringPlan } from './string-plan.ts';

// Assembled at run time, so that no scanner takes this file for a leak.
const SECRET = `gh${'p_'}${'a1B2'.repeat(9)}`;
const author = {} as Principal;
const writes = (Object.keys(routes) as RouteName[]).filter((name) => isWrite(name));

type Step = string | typeof ITEM | typeof KEY;
const ITEM = '[]';
const KEY = '{}';

/** The free strings of a plan, each with its path and rule. */
function stringsOf(plan: StringPlan, way: readonly Step[] = []): { way: readonly Step[]; rule: string }[] {
  return [
    ...(plan.string ? [{ way, rule: plan.string }] : []),
    ...(plan.items ? stringsOf(plan.items, [...way, ITEM]) : []),
    ...[...(plan.fields ?? [])].flatMap(([name, field]) => stringsOf(field, [...way, name])),
    ...(plan.entries ? stringsOf(plan.entries.key, [...way, KEY]) : []),
    ...(plan.entries ? stringsOf(plan.entries.value, [...way, 'any']) : []),
  ];
}

/** A value with the text at a path, and nothing else. */
function valueAt([step, ...rest]: readonly Step[], text: string): unknown {
  if (step === undefined) return text;
  if (step === ITEM) return [valueAt(rest, text)];
  return step === KEY ? { [text]: 'x' } : { [step]: valueAt(rest, text) };
}

interface Json {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly additionalProperties?: Json | boolean;
}

const ID_PATTERN = z.toJSONSchema(ItemRef).pattern;

const isFree = ({ type, format = '', pattern, enum: words, const: word }: Json): boolean =>
  type === 'string' && !words && !word && !/uuid|date-time/.test(format) && pattern !== ID_PATTERN;

/** The free strings of a schema according to its JSON schema, which independent code generates. */
function stringsOfJson(json: Json, defs: Json['$defs'], way = ''): string[] {
  const { $ref, anyOf = [], oneOf = [], items, properties = {}, additionalProperties: others } = json;
  const named = $ref === undefined ? undefined : defs?.[$ref.split('/').at(-1)!];
  const below = [
    ...[...anyOf, ...oneOf, ...(named ? [named] : [])].map((form) => [form, way] as const),
    ...(items ? [[items, `${way}.[]`] as const] : []),
    ...Object.entries(properties).map(([name, field]) => [field, `${way}.${name}`] as const),
    ...(typeof others === 'object' ? [[others, `${way}.any`] as const] : []),
  ];
  return [...(isFree(json) ? [way] : []), ...below.flatMap(([one, at]) => stringsOfJson(one, defs, at))];
}

const places = writes.flatMap((name) =>
  [...plansOf(name)].flatMap(([part, plan]) => stringsOf(plan).map(({ way, rule }) => ({ name, part, way, rule }))),
);

it.each(writes)('knows every free string that %s takes in', (name) => {
  for (const part of ['headers', 'body'] as const) {
    const schema = (routes[name] as Route)[part];
    if (!schema) continue;
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    const known = stringsOf(planOf(schema)).map(({ way }) => ['', ...way].join('.'));

    expect(stringsOfJson(json, json.$defs).filter((way) => !known.includes(way))).toEqual([]);
  }
});

it.each(places.filter(({ rule }) => rule !== 'refused-alone'))(
  'lets no secret through in $name: $part $way is $rule',
  async ({ name, part, way, rule }) => {
    const sent = { [part]: valueAt(way, `x ${SECRET}`) };
    const outcome = await maskInput(name, author, sent as never).catch((error: unknown) => error);

    expect(JSON.stringify([outcome, String((outcome as Error).message)])).not.toContain(SECRET);
    const refusal = { code: 'request/invalid', issues: [{ message: expect.stringContaining('(github-token)') }] };
    expect(outcome).toMatchObject(rule === 'refused' ? refusal : {});
    expect(outcome instanceof Error).toBe(rule === 'refused');
  },
);

it('leaves to their handlers the names that are answered one by one, and those alone', () => {
  const alone = places.filter(({ rule }) => rule === 'refused-alone').map(({ name, way }) => [name, way.join('.')]);

  expect(alone).toEqual([['putNotes', 'notes.[].path']]);
});

it('refuses a schema of a kind that it does not know', () => {
  expect(() => planOf(z.object({ anything: z.unknown() }))).toThrow('unknown');
});

it('says what was masked in each object, and in what is around it', async () => {
  const body = [{ content: `a ${SECRET}`, provenance: { note: SECRET } }, { content: 'b' }];
  const { body: masked } = await maskInput('addMessages', author, { body } as never);
  const [one, other] = masked as unknown as object[];

  expect(one).toEqual({ content: 'a [masked: github-token]', provenance: { note: '[masked: github-token]' } });
  expect(maskedCountsOf(one!)).toEqual({ 'github-token': 2 });
  expect(maskedCountsOf(other!)).toBeUndefined();
});

it('keeps secrets where the organisation says so, but for what is marked as private', async () => {
  const body = { content: `${SECRET} <private>pay</private>`, channel: SECRET };
  const { body: masked } = await maskInput('addMessages', { masking: 'off' } as Principal, { body } as never);

  expect(masked).toEqual({ content: `${SECRET} [masked: private]`, channel: SECRET });
});
