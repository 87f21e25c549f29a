/** Routes of a Caddyfile: `handle <path> { reverse_proxy <service>:7070 }`. */
export const handles = (caddyfile: string) => [
  ...caddyfile.matchAll(/handle (?:(\S+) )?\{\s+reverse_proxy (\S+):7070/g),
];

/** Routes like Caddy: the longest path that matches; one without a path comes last. */
export function caddyRouter(caddyfile: string): (path: string) => string | undefined {
  const byLength = handles(caddyfile).toSorted(([, a = ''], [, b = '']) => b.length - a.length);
  return (asked) => byLength.find(([, pattern = '*']) => fits(asked, pattern))?.[2];
}

const fits = (path: string, pattern: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
