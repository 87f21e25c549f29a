const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * Keeps calls to this machine away from the proxy that Node takes from the environment (`NODE_USE_ENV_PROXY`): no proxy reaches it.
 * Adds the names of this machine to `NO_PROXY`, for this process and those that it starts.
 */
export function keepLoopbackDirect(env: Record<string, string | undefined>): void {
  if (!env['NODE_USE_ENV_PROXY']) return;
  const own = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/).filter((host) => host !== '');
  if (own.includes('*')) return;
  const hosts = [...new Set([...own, ...LOOPBACK])].join(',');
  env['NO_PROXY'] = hosts;
  env['no_proxy'] = hosts;
}
