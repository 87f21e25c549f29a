import { CairnError } from '@cairn/contracts';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Access } from './auth.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForm?: true;
  }
}

/** Most bytes of a form. */
const FORM_BYTES_MAX = 65_536;

/** Opens a route to callers without a key, and lets it take a form beside JSON, as OAuth sends it. */
export const PublicForm = () => RouteConfig({ access: 'public' satisfies Access, takesForm: true });

/**
 * Accepts forms on routes with `PublicForm`, and nowhere else, since pages of other origins can send forms. The body is a
 * `URLSearchParams`.
 */
export function acceptForms(server: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: FORM_BYTES_MAX } as const;
  server.addContentTypeParser('application/x-www-form-urlencoded', options, (request, body: string, done) => {
    if (request.routeOptions.config.takesForm) return done(null, new URLSearchParams(body));
    return done(new CairnError('request/media-type', 'Send the body as JSON.'));
  });
}
