import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { z } from 'zod';

/**
 * File in which a server leaves its address and key for the command line on the same machine. The server writes it at its start
 * with mode 0600.
 */
export const KeyFile = z.object({
  url: z.url(),
  key: z.string().min(1),
  pid: z.number().int(),
  startedAt: z.number(),
  /** Certificate of a server that speaks https. */
  certFile: z.string().optional(),
});
export type KeyFile = z.infer<typeof KeyFile>;

export const keyFilePath = (dataDir: string) => join(dataDir, 'cli.json');

/**
 * Reads the key file of a data folder; undefined if there is no valid one. From then on this process trusts the certificate of
 * that server, since the owner of the folder chose it.
 */
export async function readKeyFile(dataDir: string): Promise<KeyFile | undefined> {
  try {
    const file = KeyFile.parse(JSON.parse(await readFile(keyFilePath(dataDir), 'utf8')));
    if (file.certFile !== undefined) await trustCertificate(file.certFile);
    return file;
  } catch {
    return undefined;
  }
}

async function trustCertificate(path: string): Promise<void> {
  const certificate = await readFile(path, 'utf8').catch(() => undefined);
  const trusted = getCACertificates('default');
  if (certificate !== undefined && !trusted.includes(certificate)) setDefaultCACertificates([...trusted, certificate]);
}
