import { compileFunction, createContext, type Context } from 'node:vm';

// Jest has put the function that keeps code into its own process, which this test's `node:vm` comes from.
const run = (source: string, parsingContext: Context, filename = '/made-up/counter.js') =>
  compileFunction(source, ['exports'], { filename, parsingContext })({}) as unknown;

it('keeps the code of a file, and no value of the context that ran it before', () => {
  const counter = 'globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count;';
  const contexts = [createContext({}), createContext({}), createContext({})];

  expect(compileFunction.name).toBe('compileWithCode');
  expect(contexts.map((context) => [run(counter, context), run(counter, context)])).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
});

it('runs the text that a file has now', () => {
  for (const text of ['one', 'two', 'two', 'one'])
    expect(run(`return '${text}'`, createContext({}), '/made-up/changed.js')).toBe(text);
});

it('tells line and column of an error as they are in the file, at the first and at a later run', () => {
  const place = () => {
    try {
      return run("null.x;\nthrow new Error('two');", createContext({}), '/made-up/wrong.js');
    } catch (error) {
      return /wrong\.js:\d+:\d+/.exec(String((error as Error).stack))?.[0];
    }
  };

  expect([place(), place(), place()]).toEqual(Array(3).fill('wrong.js:1:6'));
});
