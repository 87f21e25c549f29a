import type { Role } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';

/** Permissions that people gave to OAuth clients, each with its authorization code and, once it is exchanged, its key. */
export const oauthGrant = defineTable({
  name: 'oauth_grant',
  columns: {
    org_id: column.id(),
    id: column.id(),
    client_id: column.text(),
    /** The name that a new agent of the client gets. */
    agent_name: column.text(),
    person_id: column.id(),
    /** The most that the client may do. The roles of the person and of the agent limit it further. */
    role: column.text<Role>(),
    /** Scopes of the grant, with spaces between. */
    scope: column.text(),
    redirect_uri: column.text(),
    /** SHA-256 of the client's code verifier (PKCE, S256), base64url. */
    challenge: column.text(),
    /** SHA-256 of the authorization code, hex. */
    code_hash: column.text(),
    code_ends_at: column.time(),
    /** The agent that the client acts as; null until the code is exchanged. */
    agent_id: column.nullable(column.id()),
    /** The key that is the current access token; null until the code is exchanged. */
    key_id: column.nullable(column.id()),
    created_at: column.time(),
    /** End of the newest refresh token, or of the code before the exchange. */
    expires_at: column.time(),
    revoked_at: column.nullable(column.time()),
  },
  key: ['org_id', 'id'],
  unique: [['code_hash']],
  indexes: { oauth_grant_by_key: '(key_id)', oauth_grant_by_client: '(org_id, person_id, client_id)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

/** Refresh tokens of grants, used ones included, so that the use of an old one is recognised. */
export const oauthRefresh = defineTable({
  name: 'oauth_refresh',
  columns: {
    org_id: column.id(),
    /** SHA-256 of the token, hex. */
    hash: column.text(),
    grant_id: column.id(),
    /** Random text from which, together with the token itself, the next pair of tokens is derived. */
    seed: column.text(),
    expires_at: column.time(),
    used_at: column.nullable(column.time()),
  },
  key: ['org_id', 'hash'],
  unique: [['hash']],
  indexes: { oauth_refresh_by_grant: '(org_id, grant_id)', oauth_refresh_by_end: '(org_id, expires_at)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    oauth_grant: RowOf<typeof oauthGrant>;
    oauth_refresh: RowOf<typeof oauthRefresh>;
  }
}
