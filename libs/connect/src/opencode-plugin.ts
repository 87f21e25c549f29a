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

export const CairnHooks = async ({ directory }) => {
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

  /** Has what was said kept, by a process that outlives a session that ends at once. */
  const tell = (input) => {
    const options = { shell: true, detached: true, stdio: ['pipe', 'ignore', 'ignore'] };
    const child = spawn(\`\${PROGRAM} message --client opencode\`, options);
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify({ cwd: directory, timestamp: new Date().toISOString(), ...input }));
    child.unref();
  };

  const textOf = (parts) => parts.flatMap((part) => (part.type === 'text' && !part.synthetic ? [part.text] : [])).join('\\n');

  return {
    'chat.message': async ({ sessionID }, { message, parts }) => {
      const input = { session_id: sessionID, prompt: textOf(parts) };
      tell({ ...input, turn_id: message.id });
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
    'experimental.text.complete': async ({ sessionID, partID }, { text }) => {
      tell({ session_id: sessionID, turn_id: partID, text });
    },
  };
};
`;
