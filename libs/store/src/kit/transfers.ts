const transferLists = new WeakMap<object, readonly ArrayBuffer[]>();

/** Marks buffers of a result that may be transferred to another thread instead of being copied. */
export function transferring<Result extends object>(result: Result, buffers: readonly ArrayBuffer[]): Result {
  transferLists.set(result, buffers);
  return result;
}

export const transfersOf = (result: unknown): readonly ArrayBuffer[] =>
  (typeof result === 'object' && result !== null && transferLists.get(result)) || [];
