const transferLists = new WeakMap<object, readonly ArrayBuffer[]>();

/** Registers buffers of a result that may be moved to another thread instead of copied. Returns the result. */
export function registerTransfers<Result extends object>(result: Result, buffers: readonly ArrayBuffer[]): Result {
  transferLists.set(result, buffers);
  return result;
}

export const transfersOf = (result: unknown): readonly ArrayBuffer[] =>
  (typeof result === 'object' && result !== null && transferLists.get(result)) || [];
