import { compileFunction, createContext, type Context } from 'node:vm';

// Jest has put the function that keeps code into its own process, which this test's `node:vm` comes from.
const run = (source: string, parsingContext: Context, filename = '/made-up/counter.js') =>
  compileFunction(source, ['exports'], { filename, parsingContext, importModuleDynamically })({}) as unknown;

/** Jest passes one, too; a script with one is not in V8's own cache of what it compiled. */
const importModuleDynamically = () => Promise.reject(new Error('imports nothing'));

const reused = () => (compileFunction as unknown as { reused: number }).reused;

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

it('runs kept code from the second context on, as long as the text is the same', () => {
  const reusedBy = (source: string) => {
    const before = reused();
    run(source, createContext({}), '/made-up/reused.js');
    return reused() - before;
  };

  expect(['return 1', 'return 1', 'return 1', 'return 2', 'return 2'].map(reusedBy)).toEqual([0, 1, 1, 0, 1]);
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
