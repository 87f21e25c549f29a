import { readArray, type Element } from './read-array.ts';

const fileOf = (text: string, step = text.length || 1) => {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
    bytes.slice(at * step, at * step + step),
  );
  const open = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
  return { name: 'list.json', bytes: bytes.length, open };
};

async function elementsOf(text: string, step?: number, elementBytesMax?: number): Promise<Element[]> {
  const found: Element[] = [];
  const options = elementBytesMax === undefined ? {} : { elementBytesMax };
  for await (const element of readArray(fileOf(text, step), options)) found.push(element);
  return found;
}

const values = [{ a: 'x]},{"\\' }, [1, [2]], 'é–"', 3, null, {}];

it.each([1, 2, 7, 1000])('reads the elements of a list that comes in pieces of %d bytes', async (step) => {
  const found = await elementsOf(`\uFEFF \n${JSON.stringify(values, null, 2)}\n`, step);

  expect(found).toEqual(values.map((value, at) => ({ number: at + 1, value })));
});

it.each([
  ['[]', []],
  [
    '[1, tru, 3]',
    [
      { number: 1, value: 1 },
      { number: 2, problem: 'not valid JSON in UTF-8' },
      { number: 3, value: 3 },
    ],
  ],
  [
    '[1, {"a": "b',
    [
      { number: 1, value: 1 },
      { number: 2, problem: 'the file ends within it' },
    ],
  ],
  ['{"a": [1]}', [{ number: 1, problem: 'no list in JSON' }]],
  ['', [{ number: 1, problem: 'no list in JSON' }]],
])('reads %j as far as it can be read', async (text, elements) => {
  expect(await elementsOf(text)).toEqual(elements);
});

it('throws away an element that is too large, and reads on', async () => {
  expect(await elementsOf('["123456789", 2]', 3, 8)).toEqual([
    { number: 1, problem: 'larger than 8 bytes' },
    { number: 2, value: 2 },
  ]);
});
