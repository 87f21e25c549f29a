import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { exploreGraphTool } from './tools/graph.ts';

const ADDRESS = 'ui://cairn/graph';
const TYPE = 'text/html;profile=mcp-app';

/** Path next to the bundle; without a build there is no page, and the tool does not mention one. */
const fileOf = () => new URL('./graph-app.html', import.meta.url);

const face = {
  title: 'The graph as a picture',
  description: `What ${exploreGraphTool.name} answers, as a picture in which a press on a thing goes on from there`,
  mimeType: TYPE,
};

/** Page on which clients with MCP Apps show the graph. It gets its data from the client only, as answers of the tool. */
export function registerGraphApp(server: McpServer): void {
  const file = fileOf();
  if (!existsSync(file)) return;
  server.registerResource('graph', ADDRESS, face, async ({ href }) => ({
    contents: [{ uri: href, mimeType: TYPE, text: await readFile(file, 'utf8') }],
  }));
}

/** The entry of the page in the list of resources; none if it is not built. */
export const graphAppResources = () => (existsSync(fileOf()) ? [{ uri: ADDRESS, name: 'graph', ...face }] : []);

export const isGraphApp = (uri: string): boolean => uri === ADDRESS;

/** Metadata in the list of tools that names the page of a tool; older clients read the second key. */
export const pageOf = (tool: string) =>
  tool === exploreGraphTool.name && existsSync(fileOf())
    ? { _meta: { ui: { resourceUri: ADDRESS }, 'ui/resourceUri': ADDRESS } }
    : {};
