import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestListener } from './request-listener.ts';

const REGION = 'us-east-1';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

interface Upload {
  readonly method: string | undefined;
  readonly url: URL;
  readonly key: string;
  readonly body: Buffer;
}

/**
 * S3-compatible store in memory. It computes the signature of each request by its own reading of Signature Version 4 and refuses a
 * request whose signature differs.
 */
export class S3Stub {
  readonly objects = new Map<string, Buffer>();
  /** Number of parts of each upload that came in parts. */
  readonly parts: number[] = [];
  private readonly uploads = new Map<string, Map<number, Buffer>>();
  private readonly server: Server;
  private readonly credentials: S3Credentials;

  private constructor(credentials: S3Credentials) {
    this.credentials = credentials;
    this.server = createServer(requestListener((request, response) => this.answer(request, response)));
  }

  static async start(credentials: S3Credentials): Promise<S3Stub> {
    const stub = new S3Stub(credentials);
    await new Promise<void>((resolve) => stub.server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', this.url);
    const xml = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    if (!this.isSigned(request, url))
      return void xml(403, '<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>');
    const key = decodeURIComponent(url.pathname.slice(1));
    const uploaded = this.upload({ method: request.method, url, key, body: Buffer.concat(chunks) });
    if (uploaded !== undefined) return void response.writeHead(200, { etag: '"1"' }).end(uploaded);
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2')
      return void xml(200, this.list(`${key.replace(/\/$/, '')}/${url.searchParams.get('prefix') ?? ''}`, key));
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = this.objects.get(key);
    if (!found) return void xml(404, '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
    response.writeHead(200, { 'content-length': String(found.length) }).end(found);
  }

  /** Answers a request that uploads an object or a part of one; undefined for any other request. */
  private upload({ method, url, key, body }: Upload): string | undefined {
    const uploadId = url.searchParams.get('uploadId');
    if (method === 'POST' && uploadId !== null) return this.complete(key, uploadId);
    if (method === 'POST') {
      this.uploads.set(key, new Map());
      return `<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`;
    }
    if (method !== 'PUT') return undefined;
    if (uploadId === null) this.objects.set(key, body);
    else this.uploads.get(uploadId)!.set(Number(url.searchParams.get('partNumber')), body);
    return '';
  }

  private complete(key: string, uploadId: string): string {
    const parts = [...this.uploads.get(uploadId)!].toSorted(([one], [other]) => one - other);
    this.parts.push(parts.length);
    this.objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
    return `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>1</ETag></CompleteMultipartUploadResult>`;
  }

  private list(prefix: string, bucket: string): string {
    const start = `${bucket.replace(/\/$/, '')}/`.length;
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const contents = keys.map((key) => `<Contents><Key>${key.slice(start)}</Key><Size>1</Size></Contents>`).join('');
    return `<ListBucketResult><KeyCount>${keys.length}</KeyCount>${contents}<IsTruncated>false</IsTruncated></ListBucketResult>`;
  }

  private isSigned({ method = '', headers }: IncomingMessage, url: URL): boolean {
    const { accessKeyId, secretAccessKey, sessionToken } = this.credentials;
    const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/[^,]+, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
    const [, keyId, day = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
    const isForToken = headers['x-amz-security-token'] === sessionToken;
    const mustSign = sessionToken === undefined || names.split(';').includes('x-amz-security-token');
    if (keyId !== accessKeyId || !isForToken || !mustSign) return false;
    const query = [...url.searchParams]
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .toSorted()
      .join('&');
    const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
    const canonical = [method, url.pathname, query, signed.join(''), names, headers['x-amz-content-sha256']].join('\n');
    const scope = `${day}/${REGION}/s3/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
    const key = [REGION, 's3', 'aws4_request'].reduce(hmac, hmac(Buffer.from(`AWS4${secretAccessKey}`), day));
    return hmac(key, text).toString('hex') === signature;
  }
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
