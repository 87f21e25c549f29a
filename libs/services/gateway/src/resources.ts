import { CairnError } from '@cairn/contracts';
import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { getTool } from './tools/get.ts';
import type { ToolAnswer } from './tools/tool.ts';

/** Runs a tool for the caller of this server. */
export type RunTool = (name: string, args: Record<string, unknown>) => Promise<ToolAnswer>;

const TEXT_CHARS = 50_000;

const descriptionByKind = {
  memory: { title: 'A memory', description: 'One memory by its id, as quoted text with its source' },
  message: { title: 'A message', description: 'One message by its id, as quoted text with its source' },
} as const;
type Kind = keyof typeof descriptionByKind;
const kinds = Object.keys(descriptionByKind) as Kind[];

/**
 * Registers all memories and messages as resources by id: `memory://<id>` and `message://<id>`. No item is listed,
 * since there are too many.
 */
export function registerResources(server: McpServer, run: RunTool): void {
  for (const kind of kinds) {
    const template = new ResourceTemplate(`${kind}://{id}`, { list: undefined });
    server.registerResource(
      kind,
      template,
      { ...descriptionByKind[kind], mimeType: 'text/plain' },
      async (uri, { id }) => ({
        contents: [
          { uri: uri.href, mimeType: 'text/plain', text: await textOf(kind, uri.href, { id: String(id), run }) },
        ],
      }),
    );
  }
}

/** Reads the first page of an item as `crystal_get` shows it. The page says where the next page starts. */
async function textOf(kind: Kind, uri: string, { id, run }: { id: string; run: RunTool }): Promise<string> {
  try {
    const { text, answer } = await run(getTool.name, { id, budgetChars: TEXT_CHARS });
    if (answer['kind'] === kind) return text;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new ResourceNotFoundError(uri);
}

/** Whether an error means that the item is missing; an invalid id names no item either. */
const isMissing = (error: unknown): boolean =>
  error instanceof CairnError && (error.code === 'item/unknown' || error.code === 'request/invalid');
