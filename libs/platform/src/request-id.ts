import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** The id of the request under way, for the audit and for services that are asked on its behalf. */
export const requestId = (): string | undefined => current.getStore();

/** Everything that `work` begins happens in this request. */
export const inRequest = <Result>(id: string, work: () => Result): Result => current.run(id, work);
