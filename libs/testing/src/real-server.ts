/** The variable with the address of a real server, set by hand or by `npm test` for servers that it started. */
export type ServerVariable = 'POSTGRES_URL' | 'REDIS_URL' | 'ELASTICSEARCH_URL' | 'QDRANT_URL';

/**
 * Runs a suite against the real server whose address the environment holds. Without one, the suite is one skipped test whose name
 * says why, so that the report shows it; the body does not run, so it always gets an address.
 */
export function describeWith(name: ServerVariable, title: string, suite: (url: string) => void): void {
  const url = process.env[name];
  if (url) describe(title, () => suite(url));
  else it.skip(`${title} [skipped: ${whyWithout(name, process.env)}]`, () => undefined);
}

/** `npm test` records in `NO_<name>` why a server is missing. */
export function whyWithout(name: ServerVariable, env: Readonly<Record<string, string | undefined>>): string {
  const found = env[`NO_${name}`];
  return `no ${name}: ${found ?? '`npm run servers` starts what is installed here'}`;
}
