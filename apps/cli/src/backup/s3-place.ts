import { createWriteStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { S3mini } from 's3mini';
import { CommandFailure } from '../context/exit-codes.ts';
import type { BackupPlace } from './backup-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Attempts after a failure of the store, with a growing pause. */
const RETRIES_MAX = 4;
const DATABASE_TYPE = 'application/vnd.sqlite3';

interface Address {
  readonly bucket: string;
  /** Key of an object, or a prefix; without a slash at the end. */
  readonly path: string;
}

function addressOf(text: string): Address {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket !== undefined) return { bucket, path: path.replace(/^\/+|\/+$/g, '') };
  throw new CommandFailure('usage', `${JSON.stringify(text)} names no bucket; an address is s3://bucket/prefix`);
}

/** Opens the prefix of a bucket. The environment names endpoint and credentials, as for other programs of S3. */
export function s3Place(text: string, env: Env): BackupPlace {
  const { bucket, path } = addressOf(text);
  const prefix = path === '' ? '' : `${path}/`;
  const store = clientOf(bucket, env);
  return {
    list: async () => ((await store.listObjects('/', prefix)) ?? []).map(({ Key }) => Key.slice(prefix.length)),
    put: async (file, name) => {
      await store.putAnyObject(prefix + name, await openAsBlob(file), DATABASE_TYPE);
      return `s3://${bucket}/${prefix}${name}`;
    },
    remove: async (name) => void (await store.deleteObject(prefix + name)),
  };
}

/** Downloads an object into a file. */
export async function downloadFromS3(text: string, file: string, env: Env): Promise<void> {
  const { bucket, path } = addressOf(text);
  const answer = await clientOf(bucket, env).getObjectResponse(path);
  if (!answer?.body) throw new CommandFailure('failed', `There is no ${basename(path)} at ${text}.`);
  // The type of the global stream and that of node:stream/web describe the same class.
  await pipeline(
    Readable.fromWeb(answer.body as ReadableStream),
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  );
}

/** Uploads the file as one object of this very address. */
export async function uploadToS3(file: string, text: string, env: Env): Promise<string> {
  const { bucket, path } = addressOf(text);
  await clientOf(bucket, env).putAnyObject(path, await openAsBlob(file), DATABASE_TYPE);
  return text;
}

function clientOf(bucket: string, env: Env): S3mini {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new CommandFailure('usage', 'An s3:// address needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1';
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || `https://s3.${region}.amazonaws.com`;
  // One library knows the requests of S3, the other one signs them, since only that one knows session tokens.
  const signer = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES_MAX },
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  });
  return new S3mini({
    ...{ accessKeyId: '', secretAccessKey: '', region },
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    fetch: (input, init) => signer.fetch(input, init),
  });
}
