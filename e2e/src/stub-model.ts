import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stub of the models of Anthropic, OpenAI and Google. It wants to run one command, then says that it is done. */
export interface StubModel {
  readonly url: string;
  /** Bodies of the requests with tools, the oldest first, as text. */
  readonly requests: readonly string[];
  stop(): void;
}

interface Tool {
  readonly name?: string;
}

const TOOL_RESULT = /"tool_result"|"function_call_output"|"functionResponse"/;

/** True for a request that has the result of a tool. */
export const hasToolResult = (request: string): boolean => TOOL_RESULT.test(request);

/** Starts a stub that asks for `command` until a request has the result of a tool. */
export async function startStubModel(command: string): Promise<StubModel> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      const { tools = [] } = JSON.parse(text || '{}') as { tools?: readonly Tool[] };
      if (tools.length > 0) requests.push(text);
      const run = tools.length > 0 && !hasToolResult(text) ? command : undefined;
      if (request.url?.includes('/responses')) sendEvents(response, responsesEvents(run));
      else if (request.url?.includes('enerateContent')) sendEvents(response, [contentEvent(run)]);
      else sendEvents(response, messagesEvents(run, tools.some(({ name }) => name === 'bash') ? 'bash' : 'Bash'));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop };
}

interface StreamEvent {
  readonly type?: string;
  readonly [field: string]: unknown;
}

function sendEvents(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events)
    response.write(`${event.type === undefined ? '' : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`);
  response.end();
}

/** An answer in the form of Anthropic's Messages API. */
function messagesEvents(command: string | undefined, tool: 'Bash' | 'bash'): StreamEvent[] {
  const isCall = command !== undefined;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'stub', content: [], usage };
  const block = isCall ? { type: 'tool_use', id: 'toolu_1', name: tool, input: {} } : { type: 'text', text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify({ command, description: 'Push' }) }
    : { type: 'text_delta', text: 'I leave it.' };
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
}

/** An answer in the form of OpenAI's Responses API, with the shell tool of Codex. */
function responsesEvents(command: string | undefined): StreamEvent[] {
  const item =
    command === undefined
      ? { type: 'message', id: 'm_1', role: 'assistant', content: [{ type: 'output_text', text: 'I leave it.' }] }
      : {
          ...{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'exec_command' },
          arguments: JSON.stringify({ cmd: command }),
        };
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null };
  return [
    { type: 'response.created', response: { id: 'r_1' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'r_1', usage: { ...usage, total_tokens: 2 } } },
  ];
}

/** An answer in the form of Google's API, with the shell tool of Gemini CLI. */
function contentEvent(command: string | undefined): StreamEvent {
  const part =
    command === undefined
      ? { text: 'I leave it.' }
      : { functionCall: { name: 'run_shell_command', args: { command, description: 'Push' } } };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}
