// Gives each test that failed one more attempt, right after the first, since later tests of a file may build on it. Only CI
// asks for this: on a machine that others share, a test of correct code may fail by chance. The summary names each such test.
if (process.env.CAIRN_E2E_RETRY === '1') jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
