import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isTransient, requestOf, sendRequest, ServerRefusal, withRetries } from '@cairn/client';
import type { ExtractRequest, MessageInput } from '@cairn/contracts';
import {
  channelOnDisk,
  fileOnDisk,
  projectOnDisk,
  readClaudeCodeTranscripts,
  readCodexSessions,
  readCopilotSessions,
  type ReadOptions,
} from '@cairn/importers';
import type { HookClient } from '@cairn/connect/hook-clients';
import type { Asker } from './answer.ts';
import type { HookConfig } from './config.ts';
import { maskMessage } from './mask-message.ts';
import { spoolOf, type Spool } from './spool.ts';

const EXTRACTIONS_ROUTE = { method: 'POST', path: '/v1/extractions' };
const MESSAGES_ROUTE = { method: 'POST', path: '/v1/messages' };
const BATCH_MESSAGES = 100;
const REQUEST_TIMEOUT_MS = 20_000;
const SEND_TIMEOUT_MS = 10_000;
const OWNER_ONLY_MODE = 0o600;

/** Readers of transcripts; none for clients whose hooks carry the texts. */
const readers: Readonly<Record<HookClient['transcript'], typeof readClaudeCodeTranscripts | undefined>> = {
  'claude-code': readClaudeCodeTranscripts,
  codex: readCodexSessions,
  copilot: readCopilotSessions,
  messages: undefined,
};

/**
 * Sends the new part of a transcript, masked. Each message has the id that the client gave it, so that sending a
 * message again changes nothing. If the server does not answer, the part is spooled.
 */
export async function sendTranscript({ client, config }: Asker, folder: string, transcript: string): Promise<void> {
  const read = readers[client.transcript];
  if (!read) return;
  const spool = spoolOf(folder, client.id);
  const marks = `${folder}/sent`;
  await mkdir(marks, { recursive: true, mode: 0o700 });
  const mark = `${marks}/${createHash('sha256').update(transcript).digest('hex').slice(0, 32)}`;
  const sentLines = Number(await readFile(mark, 'utf8').catch(() => '0')) || 0;
  let lines = sentLines;
  let batch: MessageInput[] = [];
  let isAway = false;
  const flush = async () => {
    // Once the server was unreachable, further batches are spooled without a request.
    if (isAway) await spool.put(batch);
    else if (batch.length > 0) isAway = await isSpooled(config, spool, batch);
    batch = [];
    await writeFile(mark, String(lines), { mode: OWNER_ONLY_MODE });
  };
  const visibility = config.visibility === 'org' ? undefined : 'private';
  const file = fileOnDisk(transcript, basename(transcript), (await stat(transcript)).size);
  const options: ReadOptions = { visibility, isRunning: true, channelOf: channelOnDisk, projectOf: projectOnDisk };
  for await (const parsed of read([file], options)) {
    if (parsed.place.line <= sentLines) continue;
    // This line does not count as read, since an incomplete line can become a message later.
    if (parsed.type !== 'message') continue;
    lines = parsed.place.line;
    batch.push(maskMessage(parsed.input, config));
    if (batch.length === BATCH_MESSAGES) await flush();
  }
  await flush();
}

/** Tells the server that a session is over, so that the server reads the session for proposals without waiting. */
export async function endSession({ url, key }: HookConfig, sessionKey: string): Promise<void> {
  const body: ExtractRequest = { sessionKeys: [sessionKey] };
  await sendRequest(requestOf(EXTRACTIONS_ROUTE, url, { body }), { key, timeoutMs: REQUEST_TIMEOUT_MS });
}

/**
 * Sends the spooled messages. Messages that the server refuses permanently are dropped. After a temporary failure,
 * messages stay spooled.
 */
export async function sendSpooled({ client, config }: Asker, folder: string): Promise<void> {
  const spool = spoolOf(folder, client.id);
  await spool.drain(async (messages) => {
    for (let at = 0; at < messages.length; at += BATCH_MESSAGES)
      await sendBatch(config, messages.slice(at, at + BATCH_MESSAGES) as MessageInput[]);
  });
}

/** Sends a batch; returns true if it was spooled. */
async function isSpooled(config: HookConfig, spool: Spool, batch: readonly MessageInput[]): Promise<boolean> {
  try {
    await sendBatch(config, batch);
    return false;
  } catch (error) {
    if (!isTransient(error)) throw error;
    await spool.put(batch);
    return true;
  }
}

/** Sends a batch in one request. If the server refuses the batch, each message is sent in a separate request. */
async function sendBatch({ url, key }: HookConfig, batch: readonly MessageInput[]): Promise<void> {
  const request = requestOf(MESSAGES_ROUTE, url, { body: batch });
  try {
    await withRetries(() => sendRequest(request, { key, timeoutMs: REQUEST_TIMEOUT_MS }), {
      patienceMs: SEND_TIMEOUT_MS,
    });
  } catch (error) {
    if (!(error instanceof ServerRefusal) || isTransient(error)) throw error;
    if (batch.length > 1 && [400, 409, 413, 422].includes(error.status))
      for (const message of batch) await sendBatch({ url, key }, [message]);
  }
}
