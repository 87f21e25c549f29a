import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { types } from 'node:util';
import { CairnError } from '@cairn/contracts';
import { Logger } from '@nestjs/common';
import type { TlsConfig } from './config.ts';

const FILE_CHECK_INTERVAL_MS = 5_000;

interface KeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Reads the certificate and its key. Throws `config/invalid` if they are unusable or do not belong together. */
export function readKeyPair({ certFile, keyFile }: TlsConfig): KeyPair {
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(pair);
    return pair;
  } catch (error) {
    const why = types.isNativeError(error) ? error.message : String(error);
    const sentence = `CAIRN_TLS_CERT_FILE and CAIRN_TLS_KEY_FILE name no certificate with its key: ${why}.`;
    throw new CairnError('config/invalid', sentence, { cause: error });
  }
}

/**
 * Reloads the certificate files within seconds after a change. New connections use the new pair of certificate and key,
 * open connections keep the old pair. An unusable pair, such as a half-replaced one, is logged, and the old pair stays
 * in use.
 */
export function watchCertificateFiles(server: Server, config: TlsConfig): void {
  const logger = new Logger('Tls');
  const renew = () => {
    try {
      server.setSecureContext(readKeyPair(config));
      logger.log('the certificate was renewed');
    } catch (error) {
      logger.error({ err: error }, 'the certificate was not renewed');
    }
  };
  const files = [config.certFile, config.keyFile];
  for (const file of files) watchFile(file, { interval: FILE_CHECK_INTERVAL_MS, persistent: false }, renew);
  server.once('close', () => {
    for (const file of files) unwatchFile(file, renew);
  });
}
