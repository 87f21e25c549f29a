import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { exploreGraphTool } from './tools/graph.ts';

const ADDRESS = 'ui://cairn/graph';
const TYPE = 'text/html;profile=mcp-app';

/** Beside the bundle; where it was not built, there is no page and the tool says so to nobody. */
const fileOf = () => new URL('./graph-app.html', import.meta.url);

const face = {
  title: 'The graph as a picture',
  description: `What ${exploreGraphTool.name} answers, as a picture in which a press on a thing goes on from there`,
  mimeType: TYPE,
};

/** The page by which chat clients that know MCP Apps show the graph; it asks nobody but the client, for the tool's answers. */
export function registerGraphApp(server: McpServer): void {
  const file = fileOf();
  if (!existsSync(file)) return;
  server.registerResource('graph', ADDRESS, face, async ({ href }) => ({
    contents: [{ uri: href, mimeType: TYPE, text: await readFile(file, 'utf8') }],
  }));
}

/** The page as the list of resources has it; none where it was not built. */
export const graphAppResources = () => (existsSync(fileOf()) ? [{ uri: ADDRESS, name: 'graph', ...face }] : []);

export const isGraphApp = (uri: string): boolean => uri === ADDRESS;

/** Metadata in the list of tools that names a tool's page; older clients read the second name. */
export const pageOf = (tool: string) =>
  tool === exploreGraphTool.name && existsSync(fileOf())
    ? { _meta: { ui: { resourceUri: ADDRESS }, 'ui/resourceUri': ADDRESS } }
    : {};
