// Keeps the compiled code of modules for later test files of a worker: Jest compiles each module again for each file, which is a
// third of the time until a file's first test.
import vm from 'node:vm';

/** Compiled code by name of file, each with the text that it is of. */
const kept = new Map();

/** Scripts of the test file that runs, whose code is taken at its end, when the functions that it called are compiled. */
let running = [];
let context;

const compile = vm.compileFunction;

/** Takes the place of Node's function in this process, for Jest's calls, which pass the context of a test file. */
vm.compileFunction = function compileWithCode(source, parameters, options) {
  const { filename, parsingContext, importModuleDynamically, ...others } = options ?? {};
  if (!parsingContext || !filename || Object.keys(others).length > 0) return compile(source, parameters, options);
  if (parsingContext !== context) keepCode(parsingContext);
  const before = `(function (${parameters.join(', ')}) {`;
  const known = kept.get(filename);
  const cachedData = known?.source === source ? known.code : undefined;
  const script = new vm.Script(`${before}${source}\n})`, {
    ...{ filename, importModuleDynamically, columnOffset: -before.length },
    ...(cachedData && { cachedData }),
  });
  if (cachedData && !script.cachedDataRejected) vm.compileFunction.reused++;
  else running.push({ filename, source, script });
  return script.runInContext(parsingContext);
};

/** Number of scripts that ran from kept code, for the test. */
vm.compileFunction.reused = 0;

/** Leaves no script behind, since each refers to the modules of its test file. */
function keepCode(next) {
  for (const { filename, source, script } of running) kept.set(filename, { source, code: script.createCachedData() });
  running = [];
  context = next;
}
