import { boundaryOf, boundaryOfFields, neutraliseFields } from '@cairn/prompt';
import {
  McpServer,
  Server,
  type Implementation,
  type JSONRPCRequest,
  type Result,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';

/** A part of a result that leaves as it is: a page of ours, or a text that the caller asked for byte by byte. */
export interface Exempt {
  /** Fields of the structured content of this call that are exact. */
  exactFields(tool: string, args: Readonly<Record<string, unknown>>): readonly string[];
  /** Whether a resource is a file of this build. */
  isOwnPage(uri: string): boolean;
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Methods whose results hold nothing but texts of this build. Every other one passes the gate. */
const OWN_TEXT: ReadonlySet<string> = new Set([
  ...['initialize', 'server/discover', 'ping', 'logging/setLevel'],
  ...['tools/list', 'prompts/list', 'resources/templates/list'],
]);

/**
 * An MCP server whose results all pass the output gate, whatever tool, resource, prompt or extension they come from: a model may be
 * shown any text in them, structured content as well. A new tool cannot forget it.
 */
export class GatedMcpServer extends McpServer {
  override readonly server: Server;

  /** Handlers are registered with the first tool, resource or prompt, so that the gated server has them all. */
  constructor(implementation: Implementation, options: ServerOptions, exempt: Exempt) {
    super(implementation);
    this.server = new GatedServer(implementation, options, exempt);
  }
}

class GatedServer extends Server {
  /** Absent while the constructor of the SDK registers its own methods, which describe this build only. */
  private readonly exempt: Exempt | undefined;

  constructor(implementation: Implementation, options: ServerOptions, exempt: Exempt) {
    super(implementation, options);
    this.exempt = exempt;
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const handle: Handler = OWN_TEXT.has(method)
      ? handler
      : (request, context) => this.gated(handler, request, context);
    return super._wrapHandler(method, handle);
  }

  private async gated(handler: Handler, request: JSONRPCRequest, context: ServerContext): Promise<Result> {
    try {
      // The spread keeps the hints for caches, which stand under symbols.
      const result = await handler(request, context);
      return { ...result, ...neutralised(result, request, this.exempt) };
    } catch (error) {
      if (error instanceof Error) error.message = neutraliseFields(error.message);
      throw error;
    }
  }
}

function neutralised(result: Result, { params = {} }: JSONRPCRequest, exempt: Exempt | undefined): Result {
  const { content, structuredContent, contents, ...rest } = result as ToolOrResource;
  const boundary = boundaryOfFields(structuredContent) ?? boundaryOf(content?.[0]?.text ?? '');
  return {
    ...neutraliseFields(rest, boundary),
    ...(content && { content: neutraliseFields(content, boundary) }),
    ...(structuredContent && { structuredContent: fieldsOf(structuredContent, params, { boundary, exempt }) }),
    ...(contents && {
      contents: contents.map((each) => (exempt?.isOwnPage(each.uri) ? each : neutraliseFields(each))),
    }),
  };
}

interface Gate {
  readonly boundary: string | undefined;
  readonly exempt: Exempt | undefined;
}

function fieldsOf(fields: Fields, { name, arguments: args }: Fields, { boundary, exempt }: Gate): Fields {
  const exact = exempt?.exactFields(String(name), (args ?? {}) as Fields) ?? [];
  const kept = exact.filter((field) => field in fields).map((field) => [field, fields[field]] as const);
  return { ...neutraliseFields(fields, boundary), ...Object.fromEntries(kept) };
}

type Fields = Readonly<Record<string, unknown>>;

interface ToolOrResource extends Result {
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: Fields;
  readonly contents?: readonly { readonly uri: string }[];
}
