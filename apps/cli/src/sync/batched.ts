interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** Does one by one what is asked of it one by one, but together what is asked at the same time. `work` answers in the order of its inputs. */
export function batched<Input, Output>(
  max: number,
  work: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = [];
  const flush = async () => {
    const now = waiting;
    waiting = [];
    try {
      const outputs = await work(now.map(({ input }) => input));
      now.forEach(({ resolve }, at) => resolve(outputs[at]!));
    } catch (error) {
      for (const { reject } of now) reject(error);
    }
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (waiting.length === max) void flush();
      else if (waiting.length === 1) setImmediate(() => waiting.length > 0 && void flush());
    });
}
