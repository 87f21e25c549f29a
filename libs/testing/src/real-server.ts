/** Where the tests find a real server: given by hand, or set by `npm test` for those that it started. */
export type ServerVariable = 'POSTGRES_URL' | 'REDIS_URL' | 'ELASTICSEARCH_URL' | 'QDRANT_URL';

/**
 * Runs a suite against the real server whose address the environment holds. Without one, the suite is one skipped test
 * whose name says why, so that it shows in the report; its body is not run, and may take the address as true.
 */
export function describeWith(name: ServerVariable, title: string, suite: (url: string) => void): void {
  const url = process.env[name];
  if (url) describe(title, () => suite(url));
  else it.skip(`${title} [skipped: ${whyWithout(name, process.env)}]`, () => undefined);
}

/** `npm test` leaves what it found out about a missing server in `NO_<name>`. */
export function whyWithout(name: ServerVariable, env: Readonly<Record<string, string | undefined>>): string {
  const found = env[`NO_${name}`];
  return `no ${name}: ${found ?? '`npm run servers` starts what is installed here'}`;
}
