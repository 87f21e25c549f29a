import { CairnError, inTimeZone } from '@cairn/contracts';
import { hasRole, type Principal } from '@cairn/domain';
import { renderFramedAnswer, neutraliseLine, newBoundary } from '@cairn/prompt';
import type { CallToolResult, McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import own from '../package.json' with { type: 'json' };
import { fillDefaults, plainConnection, type Connection, type SchemaForm } from './connection.ts';
import { instructionsFor } from './guide.ts';
import { GatedMcpServer, type GateExemptions } from './gated-server.ts';
import { completeArgument } from './completions.ts';
import { confirmCall, type Decision } from './confirm-call.ts';
import { graphAppResources, isGraphApp, pageOf, registerGraphApp } from './graph-app.ts';
import { registerPrompts } from './prompts.ts';
import { refusalText } from './refusal-text.ts';
import { registerResources, type RunTool } from './resources.ts';
import { attachSkills, skillResources } from './skills.ts';
import { tools } from './tools/all.ts';
import { plainTools } from './tools/plain.ts';
import { listedInput } from './tools/listed-schema.ts';
import type { ReportProgress, Tool, ToolAnswer, ToolHost } from './tools/tool.ts';

const PRIVATE_HINT = { ttlMs: 300_000, cacheScope: 'private' } as const;

export interface McpServerOptions {
  /** Whether the server announces changes in its list of tools; false if no notification can be sent. */
  readonly tellsChanges?: boolean | undefined;
  /** The defaults of the connection, and its listed tools. */
  readonly connection?: Connection | undefined;
  /** Called with internal failures; callers never see their text. */
  readonly onFault?: ((error: unknown, tool: string) => void) | undefined;
  /** Wraps each call, for metrics; receives the W3C traceparent of the call, if any. */
  readonly around?:
    (<Result>(tool: string, traceparent: unknown, call: () => Promise<Result>) => Promise<Result>) | undefined;
}

/**
 * Exempts parts of answers from the output gate: the exact fields of a tool if the call sets `exact`, and the pages of
 * this build.
 */
const gateExemptions: GateExemptions = {
  exactFields: (name, { exact }) => (exact === true ? (findTool(name)?.exactFields ?? []) : []),
  isOwnPage: isGraphApp,
};

const findTool = (named: string): Tool | undefined =>
  tools.find(({ name, aliases = [] }) => [name, ...aliases].includes(named));

/** The most memories in one prompt. People would not fill in more memories with care. */
const REVIEWED_MEMORIES_MAX = 20;

const toolsOf = ({ isPlain }: Connection): readonly Tool[] => (isPlain ? plainTools : tools);

/** Returns the tools that are listed to a caller. */
export const shownTools = ({ role }: Principal, connection: Connection): Tool[] =>
  toolsOf(connection).filter((tool) => hasRole(role, tool.role) && connection.lists(tool));

export const namesOf = (shown: readonly Tool[]): string => shown.map(({ name }) => name).join(', ');

/**
 * Makes an MCP server with the tools of one caller, whose role may change during a connection. The server keeps no
 * state between calls, so that each request gets a new server.
 */
export function mcpServerFor(
  host: ToolHost,
  principal: () => Principal,
  { connection = plainConnection, tellsChanges = false, onFault, around = callUnwrapped }: McpServerOptions = {},
): McpServer {
  const { shows = () => true, hasSkills } = connection;
  const listed = () => shownTools(principal(), connection);
  const server = new GatedMcpServer(
    { name: 'cairn', title: 'Cairn team memory', version: own.version },
    {
      instructions: instructionsFor(listed()),
      capabilities: {
        tools: { listChanged: tellsChanges },
        resources: { listChanged: tellsChanges && hasSkills },
        prompts: { listChanged: false },
        completions: {},
      },
      cacheHints: {
        'tools/list': PRIVATE_HINT,
        'prompts/list': PRIVATE_HINT,
        'resources/templates/list': PRIVATE_HINT,
      },
    },
    gateExemptions,
  );
  const run = (tool: Tool, args: unknown, tell?: ReportProgress) =>
    // Sets the time zone synchronously, since the tool parses its arguments before it waits for anything.
    inTimeZone(connection.defaults.timeZone ?? 'UTC', () =>
      tool.call(host, principal(), fillDefaults(tool, connection, args), tell),
    );
  const runIfShown = (tool: Tool, args: unknown, tell: ReportProgress | undefined) =>
    shows(tool) ? run(tool, args, tell) : refuseTool(tool, listed());
  const confirm: ConfirmTool = (tool, args, responses) => {
    const filled = fillDefaults(tool, connection, args);
    return confirmCall(() => tool.questionFor!(host, principal(), filled), { args: filled, responses });
  };
  for (const tool of toolsOf(connection)) {
    const isConfirmed = () => shows(tool) && tool.questionFor !== undefined && canAsk(server);
    registerTool(server, tool, {
      run: runIfShown,
      confirm: (...asked) => (isConfirmed() ? confirm(...asked) : agreed),
      onFault,
      around,
    });
  }
  const runNamed: RunTool = (name, args) => run(requireTool(name), args);
  registerResources(server, runNamed);
  registerGraphApp(server);
  registerPrompts(server, runNamed, async () => {
    const { channel } = connection.defaults;
    const query = { limit: REVIEWED_MEMORIES_MAX, ...(channel !== undefined && { channel }) };
    return (await host.caller.call('meaningReview', principal(), { query })).items;
  });
  if (hasSkills) attachSkills(server, host, principal);
  registerLists(server, { host, principal, connection });
  return server;
}

interface Served {
  readonly host: ToolHost;
  readonly principal: () => Principal;
  readonly connection: Connection;
}

/** Registers the lists of tools and resources, and completions. */
function registerLists(server: McpServer, { host, principal, connection }: Served): void {
  server.server.setRequestHandler('completion/complete', ({ params }) =>
    completeArgument({ caller: host.caller, principal: principal() }, params),
  );
  server.server.setRequestHandler('tools/list', () => ({
    tools: shownTools(principal(), connection).map((tool) => listedToolFor(tool, connection.schemas)),
  }));
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    const { resources, ...next } = connection.hasSkills
      ? await skillResources(host, principal(), params?.cursor)
      : { resources: [] };
    return { resources: [...(params?.cursor === undefined ? graphAppResources() : []), ...resources], ...next };
  });
}

type ConfirmTool = (
  tool: Tool,
  args: unknown,
  responses: ServerContext['mcpReq']['inputResponses'],
) => Promise<Decision> | Decision;

/** Decision about a call that needs no question. */
const agreed: Decision = { check: () => undefined };

interface ToolRuns {
  readonly onFault: McpServerOptions['onFault'];
  readonly around: NonNullable<McpServerOptions['around']>;
  readonly run: (tool: Tool, args: unknown, tell: ReportProgress | undefined) => Promise<ToolAnswer>;
  readonly confirm: ConfirmTool;
}

/** Registers a tool under all its names. A call that needs the agreement of a person runs once they gave it. */
function registerTool(server: McpServer, tool: Tool, { run, confirm, onFault, around }: ToolRuns): void {
  const { name, aliases = [] } = tool;
  for (const known of [name, ...aliases])
    server.registerTool(known, registrationOf(tool), (args: unknown, { mcpReq }) =>
      around(name, mcpReq._meta?.['traceparent'], async () => {
        const decision = await confirm(tool, args, mcpReq.inputResponses);
        if ('request' in decision) return decision.request;
        const work = async () => {
          decision.check();
          return run(tool, args, progressReporterOf(mcpReq));
        };
        return answerCall(tool, work, onFault);
      }),
    );
}

/** Whether the client can ask its person by a form. */
function canAsk({ server }: McpServer): boolean {
  const { elicitation } = server.getClientCapabilities() ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Makes a function that reports progress, if the client gave a progress token. A client that disconnects does not stop the
 * call.
 */
function progressReporterOf({ _meta, notify }: ServerContext['mcpReq']): ReportProgress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return async ({ done, total, message }) => {
    const params = { progressToken, progress: done, total, message };
    await notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Maps a tool to its listed input, computed once rather than for every list. */
const shortInputs = new Map([...tools, ...plainTools].map((tool) => [tool, listedInput(tool)]));

function listedToolFor(tool: Tool, schemas: SchemaForm) {
  const { name, title, description, annotations, inputJson, outputJson } = tool;
  return {
    ...{ name, title, description, annotations: schemas === 'full' ? annotations : listedHintsOf(annotations) },
    inputSchema: (schemas === 'full' ? inputJson : shortInputs.get(tool)) as ListedSchema,
    ...(schemas !== 'short' && { outputSchema: outputJson as ListedSchema }),
    ...pageOf(name),
  };
}

/** Leaves out hints that equal the protocol's defaults, and hints that have no meaning for a read-only tool. */
function listedHintsOf({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Tool['annotations']) {
  return readOnlyHint ? { readOnlyHint, openWorldHint } : { destructiveHint, idempotentHint, openWorldHint };
}

/**
 * Refuses the call of a tool that the caller's role may not call or that the connection does not show. The error names
 * the tools that may be called.
 */
async function refuseTool({ name }: Tool, listed: readonly Tool[]): Promise<never> {
  const names = namesOf(listed) || 'none';
  throw new CairnError('auth/forbidden', `${name} is not among the tools of this connection: ${names}.`);
}

function requireTool(name: string): Tool {
  const tool = findTool(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

type ListedSchema = { readonly type: 'object'; readonly [key: string]: unknown };

const callUnwrapped = <Result>(_tool: string, _traceparent: unknown, call: () => Promise<Result>) => call();

async function answerCall(
  tool: Tool,
  run: () => Promise<ToolAnswer>,
  onFault: McpServerOptions['onFault'],
): Promise<CallToolResult> {
  try {
    const { text, answer: structuredContent, beside = fieldsBesideBlock(tool, structuredContent) } = await run();
    const parts = [text, ...(hasContent(beside) ? [renderFramedAnswer(beside)] : [])];
    return { content: parts.map(textPart), structuredContent };
  } catch (error) {
    if (!(error instanceof CairnError) || error.code === 'internal') onFault?.(error, tool.name);
    return { isError: true, content: [textPart(`Error: ${neutraliseLine(refusalText(error), newBoundary())}`)] };
  }
}

/** Whether an answer has a field besides the marks of the frame (`quoted`, `end`). */
const hasContent = ({ quoted: _quoted, end: _end, ...fields }: Record<string, unknown>): boolean =>
  Object.values(fields).some((value) => value !== undefined);

/** Removes the fields of the JSON part that the block before it already shows. */
const fieldsBesideBlock = ({ inBlock = [] }: Tool, answer: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !inBlock.includes(name)));

const textPart = (text: string) => ({ type: 'text' as const, text });

/**
 * Maps a tool to its listed schemas, which are computed once. The SDK only lists these schemas and does not validate by
 * them, since errors of the SDK, unlike errors of the tools, name no allowed values.
 */
const schemasByTool = new Map(
  [...tools, ...plainTools].map((tool) => [
    tool,
    { inputSchema: listedSchemaOf(tool.inputJson), outputSchema: listedSchemaOf(tool.outputJson) },
  ]),
);

function registrationOf(tool: Tool) {
  const { title, description, annotations } = tool;
  const schemas = schemasByTool.get(tool) as {
    inputSchema: StandardSchemaWithJSON;
    outputSchema: StandardSchemaWithJSON;
  };
  return { title, description, annotations, ...schemas };
}

function listedSchemaOf(json: Record<string, unknown>): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'cairn',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}
