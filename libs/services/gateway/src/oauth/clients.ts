import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ClientDocuments } from './client-documents.ts';
import { RedirectUris, shownName, type ClientMetadata } from './client-metadata.ts';
import { destinationOf } from './redirect-uris.ts';

/** A client of the authorization server. All are public clients: none has a secret. */
export interface OauthClient {
  readonly id: string;
  readonly name: string;
  /** The host that serves the description of the client; absent: the client described itself. */
  readonly host?: string;
  readonly redirectUris: readonly string[];
}

export const CLIENT_ID_CHARS_MAX = 4_000;
const REGISTERED_PREFIX = 'cairn_client_';

const Registered = z.tuple([z.string(), RedirectUris]);

/**
 * Makes the id of a registered client: its metadata as text. Nothing is stored, since anybody may register anything;
 * the metadata is validated at every use. Returns undefined if the metadata is too long for an id.
 */
export function registeredIdOf({ client_name, redirect_uris }: ClientMetadata): string | undefined {
  const name = client_name ?? destinationOf(redirect_uris[0]!);
  const id = REGISTERED_PREFIX + Buffer.from(JSON.stringify([name, redirect_uris])).toString('base64url');
  return id.length <= CLIENT_ID_CHARS_MAX ? id : undefined;
}

function registeredClient(id: string): OauthClient | undefined {
  try {
    const text = Buffer.from(id.slice(REGISTERED_PREFIX.length), 'base64url').toString();
    const [name, redirectUris] = Registered.parse(JSON.parse(text));
    // Refuses other spellings of the same metadata, so that a client has one id.
    return registeredIdOf({ client_name: shownName(name), redirect_uris: redirectUris }) === id
      ? { id, name, redirectUris }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Finds clients: by the address of their description, or registered ones by the id that contains it. */
@Injectable()
export class Clients {
  constructor(private readonly documents: ClientDocuments) {}

  /** Returns the client; undefined if there is none. Throws a `ClientDocumentError` if its description cannot be used. */
  async find(id: string): Promise<OauthClient | undefined> {
    if (id.length > CLIENT_ID_CHARS_MAX) return undefined;
    if (id.startsWith(REGISTERED_PREFIX)) return registeredClient(id);
    if (!id.startsWith('https://')) return undefined;
    const { client_name, redirect_uris: redirectUris } = await this.documents.read(id);
    const { host } = new URL(id);
    return { id, host, name: client_name ?? host, redirectUris };
  }
}
