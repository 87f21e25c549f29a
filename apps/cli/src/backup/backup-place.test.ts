import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Stub } from '@cairn/testing';
import { backupName, removeOldBackups } from './backup-place.ts';
import { openPlace } from './open-place.ts';
import { downloadFromS3 } from './s3-place.ts';

let folder: string;
let stub: S3Stub;
let env: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-place-'));
  stub = await S3Stub.start({ accessKeyId: 'AKIA1', secretAccessKey: 'not/a+secret', sessionToken: 'session=1' });
  env = {
    AWS_ACCESS_KEY_ID: 'AKIA1',
    AWS_SECRET_ACCESS_KEY: 'not/a+secret',
    AWS_SESSION_TOKEN: 'session=1',
    AWS_ENDPOINT_URL_S3: stub.url,
  };
});
afterEach(async () => {
  await stub.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (content: string | Buffer): string => {
  writeFileSync(join(folder, 'made.db'), content);
  return join(folder, 'made.db');
};
const nameOf = (day: number) => backupName(new Date(Date.UTC(2026, 0, day)));

test.each(['s3://team-backups/cairn', 's3://team-backups'])(
  'keeps the newest backups at %s and no other file',
  async (at) => {
    const place = (await openPlace(at, env))!;
    for (const day of [3, 1, 2]) await place.put(fileOf(`day ${day}`), nameOf(day));
    await place.put(fileOf('mine'), 'notes.db');

    const removed = await removeOldBackups(place, 2);

    expect(removed).toEqual([nameOf(1)]);
    expect((await place.list()).toSorted()).toEqual([nameOf(2), nameOf(3), 'notes.db']);
    await downloadFromS3(`${at}/${nameOf(3)}`, join(folder, 'back.db'), env);
    expect(readFileSync(join(folder, 'back.db'), 'utf8')).toBe('day 3');
  },
);

test('uploads a large file in parts, which are one file again', async () => {
  const content = Buffer.alloc(20_000_000, 'cairn ');
  const place = (await openPlace('s3://team-backups/large', env))!;

  await place.put(fileOf(content), nameOf(1));

  expect(stub.parts.length).toBe(1);
  expect(stub.parts[0]).toBeGreaterThan(1);
  await downloadFromS3(`s3://team-backups/large/${nameOf(1)}`, join(folder, 'back.db'), env);
  expect(readFileSync(join(folder, 'back.db')).equals(content)).toBe(true);
});

test.each([
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'another' }, /403/],
  ['no session token', { AWS_SESSION_TOKEN: '' }, /403/],
  ['no credentials', { AWS_ACCESS_KEY_ID: '' }, /needs AWS_ACCESS_KEY_ID/],
])('refuses %s', async (_, change, message) => {
  const put = async () => (await openPlace('s3://team-backups/x', { ...env, ...change }))!.put(fileOf('a'), nameOf(1));

  await expect(put()).rejects.toThrow(message);
  expect(stub.objects.size).toBe(0);
});

test('names an address without a bucket, and an object that is not there', async () => {
  await expect(openPlace('s3://', env)).rejects.toThrow('names no bucket');
  await expect(downloadFromS3('s3://team-backups/none.db', join(folder, 'x.db'), env)).rejects.toThrow(
    'There is no none.db',
  );
});
