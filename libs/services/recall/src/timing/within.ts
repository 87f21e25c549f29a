import { CairnError } from '@cairn/contracts';

/** The work's result, or `index/unavailable` when it takes longer. The work itself is not stopped. */
export async function within<Result>(limitMs: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CairnError('index/unavailable', `${what} took over ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
