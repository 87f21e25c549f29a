import { AsyncLocalStorage } from 'node:async_hooks';

const currentRequestId = new AsyncLocalStorage<string>();

/** Id of the current request, for the audit and for calls of other services on its behalf. */
export const requestId = (): string | undefined => currentRequestId.getStore();

/** Runs `work`, and everything that it starts, with this request id. */
export const runInRequest = <Result>(id: string, work: () => Result): Result => currentRequestId.run(id, work);
