const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * Makes requests to this machine bypass the proxy that Node takes from the environment (`NODE_USE_ENV_PROXY`), since the proxy
 * cannot reach this machine. Adds the loopback names to `NO_PROXY`, for this process and its child processes.
 */
export function keepLoopbackDirect(env: Record<string, string | undefined>): void {
  if (!env['NODE_USE_ENV_PROXY']) return;
  const own = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/).filter((host) => host !== '');
  if (own.includes('*')) return;
  const hosts = [...new Set([...own, ...LOOPBACK])].join(',');
  env['NO_PROXY'] = hosts;
  env['no_proxy'] = hosts;
}
