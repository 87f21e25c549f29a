/** Error catalog of the platform: for each code its HTTP status, whether a retry can help, and its meaning for a caller. */
export const errorCatalog = {
  'request/invalid': {
    http: 400,
    retry: false,
    meaning: 'The request breaks its schema. Each issue names the field, its value and what is allowed.',
  },
  'request/too-large': { http: 413, retry: false, meaning: 'The body is larger than the limit.' },
  'request/slow': { http: 408, retry: true, meaning: 'The body did not arrive in time.' },
  'request/media-type': {
    http: 415,
    retry: false,
    meaning: 'The body is not JSON. Send it with Content-Type: application/json.',
  },
  'auth/missing': { http: 401, retry: false, meaning: 'No key, or one that is unknown, expired or revoked.' },
  'sign-in/unavailable': {
    http: 503,
    retry: true,
    meaning: 'The identity provider did not answer, so an access token could not be checked.',
  },
  'auth/forbidden': { http: 403, retry: false, meaning: 'The key is known, but its role may not do this.' },
  'key/last-admin': {
    http: 409,
    retry: false,
    meaning: 'The organisation would keep no admin key without an expiry, and the request does not force that.',
  },
  'principal/unknown': { http: 404, retry: false, meaning: 'The organisation has no such person or agent.' },
  'team/unknown': { http: 404, retry: false, meaning: 'The organisation has no such team.' },
  'team/conflict': {
    http: 409,
    retry: false,
    meaning: 'Another team has the name, or items are stored for the team that is to go.',
  },
  'invitation/unknown': {
    http: 404,
    retry: false,
    meaning: 'No such invitation waits: it was accepted, has expired, was revoked, or never existed.',
  },
  'invitation/conflict': {
    http: 409,
    retry: false,
    meaning: 'The organisation has reached the maximum number of waiting invitations.',
  },
  'channel/unknown': { http: 404, retry: false, meaning: 'The organisation has not closed this channel.' },
  'channel/conflict': {
    http: 409,
    retry: false,
    meaning: 'The organisation has reached the maximum number of closed channels.',
  },
  'webhook/unknown': { http: 404, retry: false, meaning: 'The organisation has no such webhook.' },
  'webhook/conflict': {
    http: 409,
    retry: false,
    meaning: 'The organisation has reached the maximum number of webhooks.',
  },
  'webhook/failed': { http: 502, retry: true, meaning: 'A webhook did not take a message; it is sent again.' },
  'webhook/off': {
    http: 409,
    retry: false,
    meaning: 'A webhook failed for too long and is off, so its messages became dead letters.',
  },
  'organisation/unknown': { http: 404, retry: false, meaning: 'The installation has no such organisation.' },
  'organisation/conflict': { http: 409, retry: false, meaning: 'Another organisation has the name.' },
  'knowledge-base/unknown': {
    http: 404,
    retry: false,
    meaning: 'No such knowledge base, or this call does not reach it.',
  },
  'knowledge-base/conflict': {
    http: 409,
    retry: false,
    meaning:
      'Another knowledge base of the scope has the name, several that the call reaches have it, or the maximum number is reached.',
  },
  'item/unknown': { http: 404, retry: false, meaning: 'No such item, or the caller may not see it.' },
  'proposal/decided': {
    http: 409,
    retry: false,
    meaning: 'Somebody has decided on this proposal. Take that decision back by undo, then decide again.',
  },
  'proposal/waiting': {
    http: 409,
    retry: false,
    meaning: 'The memory is a proposal. Keep or reject it (cairn review) before anything else is done with it.',
  },
  'note/unknown': { http: 404, retry: false, meaning: 'The workspace has no note of this path.' },
  'note/exists': { http: 409, retry: false, meaning: 'Another note has the path that a renamed note would get.' },
  'note/no-match': {
    http: 409,
    retry: false,
    meaning:
      'The text to be replaced does not stand in the note, or stands in several places. The issue says which lines.',
  },
  'note/beyond-end': {
    http: 416,
    retry: false,
    meaning: 'The requested first line is after the last line of the note.',
  },
  'note/not-markdown': { http: 400, retry: false, meaning: 'The path names no Markdown file (.md or .markdown).' },
  'note/path-absolute': {
    http: 400,
    retry: false,
    meaning: 'The path is absolute. Paths are relative to the workspace.',
  },
  'note/path-traversal': { http: 400, retry: false, meaning: 'The path holds a segment "..", wherever it would lead.' },
  'note/path-home': { http: 400, retry: false, meaning: 'The path begins with ~.' },
  'note/path-control': { http: 400, retry: false, meaning: 'The path holds a NUL or another control character.' },
  'note/path-encoding': { http: 400, retry: false, meaning: 'The path is percent-encoded, or no valid Unicode.' },
  'route/unknown': { http: 404, retry: false, meaning: 'No such address.' },
  'route/method': {
    http: 405,
    retry: false,
    meaning: 'The address is known, but not with this method. The header Allow names those that are.',
  },
  'item/conflict': {
    http: 409,
    retry: false,
    meaning: 'The external id is taken, before the same readers, by an item with other content.',
  },
  'item/stale-version': {
    http: 409,
    retry: false,
    meaning:
      'The memory or note was changed since the version that the caller expects. The issue names the present version.',
  },
  'item/superseded': {
    http: 409,
    retry: false,
    meaning: 'Another memory supersedes it already; the message names it if the caller may see it.',
  },
  'item/forgotten': {
    http: 409,
    retry: false,
    meaning:
      'It was forgotten for good, or belongs to a session or source that was. Each issue names a field; `overwrite` stores it nevertheless.',
  },
  'graph/correction': {
    http: 409,
    retry: false,
    meaning: 'The two are one entity already, or the maximum number of corrections is reached.',
  },
  'graph/unknown-correction': { http: 404, retry: false, meaning: 'No such correction of the graph.' },
  'checkpoint/unknown': { http: 404, retry: false, meaning: 'No such checkpoint, or the caller may not see it.' },
  'forget/unknown': { http: 404, retry: false, meaning: 'No such act of forgetting, or somebody else began it.' },
  'idempotency/mismatch': {
    http: 422,
    retry: false,
    meaning: 'The Idempotency-Key was used before with another body.',
  },
  'rate/limited': {
    http: 429,
    retry: true,
    meaning:
      'Too many requests with this key, or from this address without a valid key. Retry-After says when to try again.',
  },
  'limit/calls': {
    http: 429,
    retry: true,
    meaning: 'The organisation has reached its limit of calls in this minute. Retry-After says when to try again.',
  },
  'limit/items': {
    http: 403,
    retry: false,
    meaning: 'The organisation has reached its limit of messages, memories and sections of notes, or nearly.',
  },
  'limit/bytes': {
    http: 403,
    retry: false,
    meaning: 'The organisation has reached its limit of bytes of text, or nearly.',
  },
  'limit/embedding': {
    http: 429,
    retry: true,
    meaning:
      'The organisation has reached its limit of embedded text in this hour. Retry-After says when to try again.',
  },
  'rate/streams': {
    http: 429,
    retry: true,
    meaning: 'This key has reached its limit of open streams. Close one first.',
  },
  'bodies/of-key': {
    http: 429,
    retry: true,
    meaning: 'Pending requests with this key have reached the limit of bytes in their bodies.',
  },
  'bodies/of-address': {
    http: 429,
    retry: true,
    meaning: 'Pending requests from this address have reached the limit of bytes in their bodies.',
  },
  'bodies/of-process': {
    http: 503,
    retry: true,
    meaning: 'Pending requests of this server have reached the limit of bytes in their bodies.',
  },
  'truth/overloaded': { http: 429, retry: true, meaning: 'Too many writes are waiting. Come back a little later.' },
  'truth/unavailable': { http: 503, retry: true, meaning: 'The store of record did not answer. Nothing was accepted.' },
  'truth/full': {
    http: 507,
    retry: true,
    meaning: 'The disk of the store of record is full. Nothing was stored; reads go on, and writes when there is room.',
  },
  'truth/damaged': {
    http: 500,
    retry: false,
    meaning: 'The file of the store of record is damaged. Stop the server and restore a backup.',
  },
  'index/unavailable': { http: 503, retry: true, meaning: 'A search index did not answer.' },
  'generation/unknown': { http: 404, retry: false, meaning: 'There is no such generation of the index.' },
  'generation/conflict': {
    http: 409,
    retry: false,
    meaning: 'The state of the index generation does not permit this; the message names the obstacle.',
  },
  'service/unavailable': {
    http: 503,
    retry: true,
    meaning:
      'Another service of Cairn did not answer. A write may have been accepted: repeat it with the same Idempotency-Key.',
  },
  'embedder/unavailable': {
    http: 503,
    retry: true,
    meaning: 'The embedding model did not answer. Word search works meanwhile.',
  },
  'embedder/broken-answer': {
    http: 502,
    retry: true,
    meaning: 'The embedding model did not answer with an embedding of the text. Nothing was stored.',
  },
  'proposals/off': {
    http: 409,
    retry: false,
    meaning:
      'No language model is configured for proposals (CAIRN_PROPOSALS_URL and CAIRN_PROPOSALS_MODEL), or the organisation sends it none (review.advisedPerDay).',
  },
  'proposals/spent': {
    http: 429,
    retry: false,
    meaning:
      'The organisation has sent as many proposals to the language model today as its settings allow (review.advisedPerDay). Nothing was sent.',
  },
  'proposals/unavailable': {
    http: 503,
    retry: true,
    meaning: 'The language model for proposals did not answer. Nothing was stored.',
  },
  'proposals/broken-answer': {
    http: 502,
    retry: false,
    meaning: 'The language model for proposals did not answer in the requested form. Nothing was stored.',
  },
  'data/unusable': {
    http: 503,
    retry: false,
    meaning: 'The data folder cannot be used: the message says why and what to do; the server does not start.',
  },
  'data/locked': { http: 503, retry: false, meaning: 'Another server holds this data folder.' },
  'config/invalid': {
    http: 500,
    retry: false,
    meaning: 'A setting is missing or out of range; the server does not start.',
  },
  internal: { http: 500, retry: true, meaning: 'An internal fault. The logs show it by the request id.' },
} as const;

export type ErrorCode = keyof typeof errorCatalog;

/** A rejected field of a request. */
export interface FieldIssue {
  field: string;
  message: string;
  /** Rejected value, shortened. */
  value?: unknown;
  /** Accepted values. */
  allowed?: string;
}

/** Describes schema violations in one line: `title: Too big: expected string to have <=500 characters`. */
export const describeIssues = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  whole: string,
): string => issues.map(({ path, message }) => `${path.map(String).join('.') || whole}: ${message}`).join('; ');

/** Error with a code of the catalog. Callers see `message`, so it must not contain anything that they may not know. */
export class CairnError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly FieldIssue[];

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; issues?: readonly FieldIssue[] } = {}) {
    super(message, { cause: options.cause });
    this.name = 'CairnError';
    this.code = code;
    this.issues = options.issues ?? [];
  }

  get retry(): boolean {
    return errorCatalog[this.code].retry;
  }

  get http(): number {
    return errorCatalog[this.code].http;
  }
}
