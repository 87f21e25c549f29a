import { CairnError } from '@cairn/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every address that it answers, with `:name` or `*` for what stands for any part. */
    servedAddresses: ReadonlySet<string>;
  }
}

export interface KnownAddresses {
  /** Why nobody answers a request: `route/method`, with the methods that would do in the header Allow, or `route/unknown`. */
  refusal(request: FastifyRequest, reply: FastifyReply): CairnError;
}

/** What the server answers, noted route by route as they are added. */
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
      const methods = [...methodsByUrl].flatMap(([pattern, each]) => (fits(pattern, path) ? [...each] : []));
      if (methods.length === 0) return new CairnError('route/unknown', `There is nothing at ${method} ${path}.`);
      const allowed = [...new Set(methods)].sort().join(', ');
      reply.header('allow', allowed);
      return new CairnError('route/method', `${path} does not answer ${method}, but ${allowed}.`);
    },
  };
}

/** A part that begins with a colon stands for any one part. */
function fits(pattern: string, path: string): boolean {
  const [asked, known] = [path.replace(/\/$/, '').split('/'), pattern.replace(/\/$/, '').split('/')];
  return asked.length === known.length && known.every((part, at) => part.startsWith(':') || part === asked[at]);
}
