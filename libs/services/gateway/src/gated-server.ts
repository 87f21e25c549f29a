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

/**
 * Parts of results that the output gate leaves unchanged: a page of this build, or a text that the caller requested byte
 * for byte.
 */
export interface GateExemptions {
  /** Returns the fields of the structured content that must stay exact in this call. */
  exactFields(tool: string, args: Readonly<Record<string, unknown>>): readonly string[];
  /** Whether a resource is a file of this build. */
  isOwnPage(uri: string): boolean;
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Methods whose results contain only texts of this build. All other results pass the gate. */
const OWN_TEXT: ReadonlySet<string> = new Set([
  ...['initialize', 'server/discover', 'ping', 'logging/setLevel'],
  ...['tools/list', 'prompts/list', 'resources/templates/list'],
]);

/**
 * An MCP server whose results all pass the output gate, whichever tool, resource, prompt or extension returns them,
 * since clients show a model any text, even structured content. A new tool cannot bypass the gate.
 */
export class GatedMcpServer extends McpServer {
  override readonly server: Server;

  /**
   * Wraps request handlers so that their results pass the gate. The SDK registers handlers with the first tool, resource or
   * prompt, so all of them are wrapped.
   */
  constructor(implementation: Implementation, options: ServerOptions, exempt: GateExemptions) {
    super(implementation);
    this.server = new GatedServer(implementation, options, exempt);
  }
}

class GatedServer extends Server {
  /** Absent while the SDK's constructor registers its own methods, whose results describe only this build. */
  private readonly exempt: GateExemptions | undefined;

  constructor(implementation: Implementation, options: ServerOptions, exempt: GateExemptions) {
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
      // Spreads the result, since its cache hints have symbols as keys, which a spread keeps.
      const result = await handler(request, context);
      return { ...result, ...neutraliseResult(result, request, this.exempt) };
    } catch (error) {
      if (error instanceof Error) error.message = neutraliseFields(error.message);
      throw error;
    }
  }
}

function neutraliseResult(result: Result, { params = {} }: JSONRPCRequest, exempt: GateExemptions | undefined): Result {
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
  readonly exempt: GateExemptions | undefined;
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
