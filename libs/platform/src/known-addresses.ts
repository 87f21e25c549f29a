import { CairnError } from '@cairn/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Paths of all routes; in a path, `:name` or `*` stands for any part. */
    servedAddresses: ReadonlySet<string>;
  }
}

export interface KnownAddresses {
  /**
   * Builds the error for a request without a route: `route/method`, with the allowed methods in the header Allow, or
   * `route/unknown`.
   */
  refusal(request: FastifyRequest, reply: FastifyReply): CairnError;
}

/** Collects the routes of the server as they are added. */
export function knownAddresses(server: FastifyInstance): KnownAddresses {
  const methodsByUrl = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return;
    const methods = methodsByUrl.get(url) ?? new Set<string>();
    for (const each of [method].flat()) methods.add(each);
    methodsByUrl.set(url, methods);
  });
  server.decorate('servedAddresses', { getter: () => new Set(methodsByUrl.keys()) });
  return {
    refusal({ method, url }, reply) {
      const [path = ''] = url.split('?', 1);
      const methods = [...methodsByUrl].flatMap(([pattern, each]) => (isPathMatch(pattern, path) ? [...each] : []));
      if (methods.length === 0) return new CairnError('route/unknown', `There is nothing at ${method} ${path}.`);
      const allowed = [...new Set(methods)].sort().join(', ');
      reply.header('allow', allowed);
      return new CairnError('route/method', `${path} does not answer ${method}, but ${allowed}.`);
    },
  };
}

/** Whether a path matches a pattern; a part that begins with a colon matches any one part. */
function isPathMatch(pattern: string, path: string): boolean {
  const [asked, known] = [path.replace(/\/$/, '').split('/'), pattern.replace(/\/$/, '').split('/')];
  return asked.length === known.length && known.every((part, at) => part.startsWith(':') || part === asked[at]);
}
