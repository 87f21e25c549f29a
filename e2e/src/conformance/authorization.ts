import { spawn } from 'node:child_process';
import { freePort } from '@cairn/testing/free-port';

const SUITE_TIMEOUT_MS = 60_000;

interface AuthorizationServer {
  /** Issuer, which is the server's address too. */
  readonly url: string;
  readonly key: string;
}

/** Runs the suite's scenarios for authorization servers, with the person's part done over HTTP. Returns its output. */
export async function runAuthorization(suite: string, server: AuthorizationServer): Promise<string> {
  const port = await freePort();
  const args = [suite, 'authorization', '--url', server.url, '--port', String(port)];
  const client = ['--client-id', await register(server.url, port), '--resource', `${server.url}/mcp`];
  const child = spawn(process.execPath, [...args, ...client], { timeout: SUITE_TIMEOUT_MS });
  let output = '';
  let isAnswered = false;
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const [address] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output) ?? [];
    if (address === undefined || isAnswered) return;
    isAnswered = true;
    consent(server, address).catch((error: unknown) => (output += `\nThe consent failed: ${String(error)}\n`));
  });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

async function register(url: string, port: number): Promise<string> {
  const body = { client_name: 'Conformance', redirect_uris: [`http://127.0.0.1:${port}/callback`] };
  return ((await post(`${url}/oauth/register`, body)) as { client_id: string }).client_id;
}

/** Agrees as the console does, and follows the redirect to the suite. */
async function consent({ url, key }: AuthorizationServer, address: string): Promise<void> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const request = new URL(headers.get('location')!, url).searchParams.get('request');
  const decided = await post(`${url}/v1/oauth/consent`, { request, scope: 'read' }, key);
  await fetch((decided as { address: string }).address);
}

async function post(address: string, body: object, key?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address} answered with ${answer.status}`);
  return answer.json();
}
