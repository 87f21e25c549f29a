import { limits } from '@cairn/contracts';
import { lines, put, readAs, said } from './read-files.fixture.ts';

describe('tool calls of Claude Code', () => {
  const cwd = '/home/ana/shop';
  const record = (type: 'user' | 'assistant', content: unknown, fields: object = {}) => ({
    ...{ type, uuid: `u${(count += 1)}`, sessionId: 's', cwd, timestamp: '2026-11-01T10:00:00Z' },
    message: { role: type, content },
    ...fields,
  });
  let count = 0;
  const text = (words: string) => ({ type: 'text', text: words });
  const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
  const result = (id: string, content: unknown, is_error = false) =>
    record('user', [{ type: 'tool_result', tool_use_id: id, content, is_error }]);

  const callsOf = async (...records: unknown[]) => {
    await put('p/s.jsonl', lines(...records));
    return said(await readAs('claude-code')).map(({ content, toolCalls }) => [content, toolCalls]);
  };

  it('belong to the next message, in their order, with the first line of an error', async () => {
    const found = await callsOf(
      record('user', 'Round the totals.'),
      record('assistant', [text('I fix it.'), call('a', 'Edit', { file_path: `${cwd}/src/total.ts` })]),
      result('a', 'done'),
      record('assistant', [call('b', 'Bash', { command: 'npm test\nnpm run lint' })]),
      result('b', [text('Exit code 1\n\nTypeError: total is not a number\n    at x')], true),
      record('assistant', [call('c', 'Write', { file_path: '/etc/hosts' })]),
      result('c', '<tool_use_error>File has not been read yet.</tool_use_error>', true),
      record('assistant', [text('One test fails.')]),
      record('assistant', [text('Later.')]),
    );

    expect(found).toEqual([
      ['Round the totals.', undefined],
      ['I fix it.', undefined],
      [
        'One test fails.',
        [
          { act: 'edit', target: 'src/total.ts' },
          { act: 'run', target: 'npm test', failed: 'TypeError: total is not a number' },
          { act: 'edit', target: '/etc/hosts', failed: 'File has not been read yet.' },
        ],
      ],
      ['Later.', undefined],
    ]);
  });

  it('leave out what only reads, what a person refused, subagents and tools of Cairn', async () => {
    const found = await callsOf(
      record('assistant', [call('a', 'Read', { file_path: 'x.ts' }), call('b', 'Bash', { command: 'rm -rf dist' })]),
      result('b', "The user doesn't want to proceed with this tool use.", true),
      record('assistant', [call('c', 'Bash', { command: 'ls' })], { isSidechain: true }),
      record('assistant', [call('d', 'mcp__cairn__crystal_recall', { query: 'x' }), call('e', 'Bash', {})]),
      record('assistant', [text('Nothing is changed.')]),
    );

    expect(found).toEqual([['Nothing is changed.', undefined]]);
  });

  it('get their error with the next message if a message stands between call and result', async () => {
    const found = await callsOf(
      record('assistant', [call('a', 'Bash', { command: 'make' })]),
      record('user', 'And hurry.'),
      result('a', 'make: no rule', true),
      record('assistant', [text('It has no rule.')]),
    );

    expect(found).toEqual([
      ['And hurry.', [{ act: 'run', target: 'make' }]],
      ['It has no rule.', [{ act: 'run', target: 'make', failed: 'make: no rule' }]],
    ]);
  });

  it('are known by their results until there are more than a message may have', async () => {
    const many = Array.from({ length: 60 }, (_, at) => call(`m${at}`, 'Bash', { command: `step ${at}` }));
    const [[, calls]] = (await callsOf(
      record('assistant', many),
      result('m0', 'broke', true),
      record('assistant', [text('Done.')]),
    )) as [[string, { target: string; failed?: string }[]]];

    expect(calls.filter(({ failed }) => failed)).toEqual([{ act: 'run', target: 'step 0', failed: 'broke' }]);
  });

  it('are cut between words, so that no half of a secret is left, and counted up to their limit', async () => {
    const many = Array.from({ length: 120 }, (_, at) => call(`m${at}`, 'Bash', { command: `step ${at}` }));
    const [, calls] = (
      await callsOf(
        record('assistant', [...many, call('a', 'Bash', { command: `curl ${'x'.repeat(490)} ${'s'.repeat(40)}` })]),
        record('assistant', [call('b', 'Bash', { command: 'y'.repeat(600) })]),
        record('assistant', [text('Done.')]),
      )
    )[0]! as [string, { target: string }[]];

    expect(calls).toHaveLength(limits.toolCalls.max);
    expect(calls.at(-1)!.target).toBe(`curl ${'x'.repeat(490)}`);
  });
});

describe('tool calls of Codex', () => {
  const line = (payload: object, type = 'response_item') => ({ timestamp: '2026-11-01T10:00:00Z', type, payload });
  const words = (role: string, text: string) =>
    line({ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] });
  const head = line({ id: 's1', cwd: '/home/ana/shop' }, 'session_meta');

  it('are read from commands of each form, patches and their outputs', async () => {
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-1\n+2\n*** Add File: src/b.ts\n+3\n*** End Patch';
    const run = (call_id: string, name: string, input: object) =>
      line({ type: 'function_call', name, call_id, arguments: JSON.stringify(input) });
    const output = (call_id: string, output: unknown) => line({ type: 'function_call_output', call_id, output });
    await put(
      'rollout-1.jsonl',
      lines(
        head,
        words('user', 'Fix it.'),
        run('a', 'shell', { command: ['bash', '-lc', 'npm test'] }),
        output('a', JSON.stringify({ output: '2 failing', metadata: { exit_code: 1 } })),
        run('b', 'exec_command', { cmd: 'npm run build' }),
        output('b', 'Chunk ID: 1\nProcess exited with code 2\nOutput:\nbuild broke'),
        line({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'c', input: patch }),
        line({ type: 'custom_tool_call_output', call_id: 'c', output: '{"output":"ok","metadata":{"exit_code":0}}' }),
        line({ type: 'local_shell_call', call_id: 'd', action: { command: ['git', 'push'] } }),
        line({ type: 'user_message', message: 'Also this.' }, 'event_msg'),
        words('user', 'Also this.'),
        words('assistant', 'Fixed.'),
      ),
    );

    expect(said(await readAs('codex')).map(({ content, toolCalls }) => [content, toolCalls])).toEqual([
      ['Fix it.', undefined],
      [
        'Also this.',
        [
          { act: 'run', target: 'npm test', failed: '2 failing' },
          { act: 'run', target: 'npm run build', failed: 'build broke' },
          { act: 'edit', target: 'src/a.ts' },
          { act: 'edit', target: 'src/b.ts' },
          { act: 'run', target: 'git push' },
        ],
      ],
      ['Fixed.', undefined],
    ]);
  });
});
