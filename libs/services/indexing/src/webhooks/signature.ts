import { createHmac } from 'node:crypto';

/** The signed parts of a message of Standard Webhooks. */
export interface SignedParts {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

const SECRET_PREFIX = 'whsec_';

/** Signs a message by Standard Webhooks: HMAC-SHA256 of id, timestamp and body, with the decoded secret as key. */
export function signatureOf({ id, timestamp, body }: SignedParts, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
