import { z } from 'zod';
import { isRedirectUri } from './redirect-uris.ts';

const NAME_CHARS_MAX = 80;
const REDIRECT_URIS_MAX = 10;

/** Replaces characters that are not shown, so that no name looks like another text. */
export const shownName = (name: string): string =>
  name
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, NAME_CHARS_MAX)
    .toWellFormed();

const clientName = z
  .string()
  .max(1_000)
  .transform(shownName)
  .optional()
  .transform((name) => (name === '' ? undefined : name));

export const RedirectUris = z
  .array(z.string().refine(isRedirectUri, 'must be https, http of this machine, or the scheme of an app'))
  .min(1)
  .max(REDIRECT_URIS_MAX);

/** Metadata of a client, as its document or its registration states it (RFC 7591). Other fields are ignored. */
export const ClientMetadata = z.object({ client_name: clientName, redirect_uris: RedirectUris });
export type ClientMetadata = z.output<typeof ClientMetadata>;
