/** For several gauges that read one thing: asks again only when the last answer, or failure, is older than `ms`. */
export function keptFor<Value>(ms: number, ask: () => Promise<Value>): () => Promise<Value> {
  let askedAt = -Infinity;
  let answer: Promise<Value>;
  return () => {
    const now = performance.now();
    if (now - askedAt >= ms) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}
