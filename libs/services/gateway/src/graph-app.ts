import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { exploreGraphTool } from './tools/graph.ts';

const GRAPH_APP_URI = 'ui://cairn/graph';
const GRAPH_APP_TYPE = 'text/html;profile=mcp-app';

/**
 * Address of the page's file, next to the bundle. Without a build the file is missing, and the tool does not mention a
 * page.
 */
const fileOf = () => new URL('./graph-app.html', import.meta.url);

const graphAppResource = {
  title: 'The graph as a picture',
  description: `What ${exploreGraphTool.name} answers, as a picture in which a press on a thing goes on from there`,
  mimeType: GRAPH_APP_TYPE,
};

/**
 * Registers the page on which clients with MCP Apps show the graph. The page gets its data only through the client, as
 * answers of the tool.
 */
export function registerGraphApp(server: McpServer): void {
  const file = fileOf();
  if (!existsSync(file)) return;
  server.registerResource('graph', GRAPH_APP_URI, graphAppResource, async ({ href }) => ({
    contents: [{ uri: href, mimeType: GRAPH_APP_TYPE, text: await readFile(file, 'utf8') }],
  }));
}

/** Entry of the page in the list of resources; no entry if the page is not built. */
export const graphAppResources = () =>
  existsSync(fileOf()) ? [{ uri: GRAPH_APP_URI, name: 'graph', ...graphAppResource }] : [];

export const isGraphApp = (uri: string): boolean => uri === GRAPH_APP_URI;

/** Metadata that names the page of a tool in the list of tools; older clients read the second key. */
export const pageOf = (tool: string) =>
  tool === exploreGraphTool.name && existsSync(fileOf())
    ? { _meta: { ui: { resourceUri: GRAPH_APP_URI }, 'ui/resourceUri': GRAPH_APP_URI } }
    : {};
