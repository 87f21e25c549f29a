import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freePort } from '@cairn/testing/free-port';
import { startServer, type ServerProcess } from './server-process.ts';

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-bundle-'));
  execFileSync(process.execPath, ['tools/packages.mjs']);
  // Copied to a folder without packages, as on a user's machine.
  cpSync('dist-packages/mcpb', join(folder, 'mcpb'), { recursive: true });
  server = await startServer({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    env: { CAIRN_EMBEDDER: 'none' },
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('the MCP bundle serves the tools and the page of the graph by itself, to a client that starts it', async () => {
  const client = new Client({ name: 'bundle-test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const args = [join(folder, 'mcpb', 'cairn.mjs'), 'mcp', '--url', server.url, '--tools', 'all'];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, CAIRN_KEY: server.key ?? '' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: folder }));
  try {
    const { tools } = await client.listTools();
    const graph = tools.find(({ _meta }) => _meta?.['ui/resourceUri'] !== undefined);
    expect(graph).toBeDefined();
    const { contents } = await client.readResource({ uri: String(graph!._meta!['ui/resourceUri']) });
    expect(contents).toMatchObject([
      { mimeType: 'text/html;profile=mcp-app', text: expect.stringMatching(/^<!doctype html>/i) },
    ]);

    const stats = await client.callTool({ name: 'crystal_stats', arguments: {} });
    expect(stats.isError).not.toBe(true);
  } finally {
    await client.close();
  }
});
