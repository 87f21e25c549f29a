/**
 * Returns the plugin through which OpenCode runs the hook program. It is plain JavaScript without imports of packages, since
 * OpenCode loads it from its own folder. Whatever fails, the session goes on as without the plugin.
 */
export const openCodePlugin = (
  program: string,
): string => `// Written by cairn connect opencode --hooks. It runs Cairn's hook program; disconnect removes it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

const PROGRAM = ${JSON.stringify(program)};

export const CairnHooks = async ({ client, directory }) => {
  const briefed = new Set();

  /** Runs the hook program at a moment and returns its answer. */
  const ask = (moment, input) =>
    new Promise((resolve) => {
      const child = spawn(\`\${PROGRAM} \${moment} --client opencode\`, { shell: true, stdio: ['pipe', 'pipe', 'ignore'] });
      let text = '';
      child.stdout.on('data', (part) => (text += part));
      child.stdin.on('error', () => {});
      child.on('error', () => resolve({}));
      child.on('close', () => {
        try {
          resolve(JSON.parse(text).hookSpecificOutput ?? {});
        } catch {
          resolve({});
        }
      });
      child.stdin.end(JSON.stringify({ cwd: directory, timestamp: new Date().toISOString(), ...input }));
    });

  const textOf = (parts) => parts.flatMap((part) => (part.type === 'text' && !part.synthetic ? [part.text] : [])).join('\\n');

  return {
    'chat.message': async ({ sessionID }, { message, parts }) => {
      const input = { session_id: sessionID, prompt: textOf(parts) };
      const asked = [ask('prompt', input)];
      if (!briefed.has(sessionID)) asked.unshift(ask('session-start', input));
      briefed.add(sessionID);
      for (const { additionalContext } of await Promise.all(asked)) {
        if (!additionalContext) continue;
        const id = \`prt_\${randomUUID().replaceAll('-', '')}\`;
        parts.push({ id, sessionID, messageID: message.id, type: 'text', text: additionalContext, synthetic: true });
      }
    },
    'tool.execute.before': async ({ tool, sessionID }, { args }) => {
      const answer = await ask('pre-tool', { session_id: sessionID, tool_name: tool, tool_input: args });
      if (answer.permissionDecision === 'deny') throw new Error(answer.permissionDecisionReason);
    },
    event: async ({ event }) => {
      if (event.type !== 'session.idle') return;
      const sessionID = event.properties.sessionID;
      const { data = [] } = await client.session.messages({ path: { id: sessionID } }).catch(() => ({}));
      const last = (role) => data.findLast(({ info }) => info.role === role);
      const asked = last('user');
      const said = { prompt: textOf(asked?.parts ?? []), prompt_response: textOf(last('assistant')?.parts ?? []) };
      await ask('stop', { session_id: sessionID, turn_id: asked?.info.id, ...said });
    },
  };
};
`;
