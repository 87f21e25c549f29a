import type { ParsedLine } from './parsed.ts';
import { put, lines, readAs, said } from './read-files.fixture.ts';

const contents = (found: readonly ParsedLine[]) => said(found).map(({ content }) => content);
const reasons = (found: readonly ParsedLine[]) => found.flatMap((one) => (one.type === 'ignored' ? [one.why] : []));

describe('words of a person in a session of Claude Code', () => {
  const turn = (fields: object) => ({
    type: 'user',
    uuid: 'u',
    sessionId: 's',
    timestamp: '2026-10-02T10:00:00Z',
    ...fields,
  });
  const queued = (attachment: object) =>
    turn({ type: 'attachment', attachment: { type: 'queued_command', ...attachment } });
  const enqueued = (content: string | object[]) => ({
    type: 'queue-operation',
    operation: 'enqueue',
    content,
    sessionId: 's',
    timestamp: '2026-10-02T10:00:20Z',
  });
  const result = (content: string, fields: object = {}) =>
    turn({ message: { content: [{ type: 'tool_result', is_error: true, content }] }, ...fields });

  it('are read when they were typed while it worked, once', async () => {
    const text = 'Keep the legacy format until March.';
    await put(
      'p/s.jsonl',
      lines(enqueued(text), queued({ prompt: text, commandMode: 'prompt', origin: { kind: 'human' } })),
    );

    expect(said(await readAs('claude-code'))).toMatchObject([
      { role: 'user', content: text, externalId: 'u', sessionKey: 's' },
    ]);
  });

  it('are read out of the queue where they were never said, unless the session goes on', async () => {
    await put(
      'p/s.jsonl',
      lines(enqueued('And then the tests.'), enqueued('<task-notification>x</task-notification>')),
    );

    expect(said(await readAs('claude-code'))).toMatchObject([
      { content: 'And then the tests.', externalId: expect.stringContaining('queued') },
    ]);
    expect(contents(await readAs('claude-code', { isRunning: true }))).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    [
      'blocks with a picture',
      queued({ prompt: [{ type: 'image' }, { type: 'text', text: 'Like this.' }] }),
      ['Like this.'],
    ],
    ['a note of the program in the queue', queued({ prompt: 'x', commandMode: 'task-notification' }), []],
    ['a shell command', turn({ message: { content: '<bash-input>git status</bash-input>' } }), ['! git status']],
    ['output of a shell command', turn({ message: { content: '<bash-stdout>clean</bash-stdout>' } }), []],
    [
      'a command with arguments',
      turn({
        message: {
          content:
            '<command-name>/review</command-name><command-message>review</command-message><command-args>the auth module</command-args>',
        },
      }),
      ['/review the auth module'],
    ],
    [
      'a local command with arguments',
      turn({
        type: 'system',
        subtype: 'local_command',
        content: '<command-name>/btw</command-name><command-args>which port?</command-args>',
      }),
      ['/btw which port?'],
    ],
    [
      'answers to questions',
      result('User has answered', {
        toolUseResult: {
          answers: { 'Which queue?': 'Postgres', 'Which days?': ['Mon', 'Tue'] },
          annotations: { 'Which queue?': { notes: 'for now' } },
        },
      }),
      ['Which queue?\nPostgres (for now)\n\nWhich days?\nMon, Tue'],
    ],
    [
      'a refusal with a reason',
      result(
        "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nUse the other table.",
      ),
      ['Use the other table.'],
    ],
    [
      'a refusal with a reason beside other words',
      turn({
        message: {
          content: [
            {
              type: 'tool_result',
              is_error: true,
              content:
                "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nUse the other table.",
            },
            { type: 'text', text: 'And mind the index.' },
          ],
        },
      }),
      ['Use the other table.\n\nAnd mind the index.'],
    ],
    [
      'a refusal of what a helper wanted',
      result(
        "The user doesn't want to proceed with this tool use. The user provided the following reason for the rejection: not on main",
        { isSidechain: true },
      ),
      ['not on main'],
    ],
    [
      'words in the queue that came as blocks',
      enqueued([{ type: 'text', text: 'Then the docs.' }]),
      ['Then the docs.'],
    ],
    ['a refusal without one', result("The user doesn't want to take this action right now."), []],
  ])('are read from %s', async (_, record, expected) => {
    await put('p/s.jsonl', lines(record));

    expect(contents(await readAs('claude-code'))).toEqual(expected);
  });

  it('that a fork inherited are those of the session before', async () => {
    await put(
      'p/s.jsonl',
      lines(
        turn({ message: { content: 'First.' }, sessionId: 's2', forkedFrom: { sessionId: 's1', messageUuid: 'u1' } }),
      ),
    );

    expect(said(await readAs('claude-code'))).toMatchObject([{ externalId: 'u1', sessionKey: 's1' }]);
  });

  it('leave out other lines by their kind, with how they begin', async () => {
    await put(
      'p/s.jsonl',
      lines(
        { type: 'summary', summary: 'x' },
        turn({ isSidechain: true, message: { content: 'Look there.' } }),
        turn({ message: { content: [{ type: 'tool_use' }] } }),
      ),
    );

    expect(await readAs('claude-code')).toMatchObject([
      { type: 'ignored', why: "the program's own record: summary" },
      { type: 'ignored', why: 'a message of a subagent', text: 'Look there.' },
      { type: 'ignored', why: 'a tool call' },
    ]);
  });
});

describe('words of a person in Codex', () => {
  const [origin, fork] = ['019e0000-0000-7000-8000-00000000000a', '019e0001-0000-7000-8000-00000000000b'];
  const item = (timestamp: string, payload: object) => ({ timestamp, type: 'response_item', payload });
  const message = (timestamp: string, text: string, role = 'user') =>
    item(timestamp, { type: 'message', role, content: [{ type: 'input_text', text }] });
  const head = (timestamp: string, id: string, more: object = {}) => ({
    timestamp,
    type: 'session_meta',
    payload: { id, cwd: '/home/kim/shop', ...more },
  });
  const former = lines(
    head('2026-10-03T08:00:00.000Z', origin),
    message('2026-10-03T08:00:01.000Z', 'Never cron.'),
    message('2026-10-03T08:00:02.000Z', 'Understood.', 'assistant'),
  );
  const forked = lines(
    head('2026-10-05T12:00:00.000Z', fork, { forked_from_id: origin }),
    head('2026-10-05T12:00:00.010Z', origin),
    message('2026-10-05T12:00:00.020Z', 'Never cron.'),
    message('2026-10-05T12:00:00.020Z', 'Understood.', 'assistant'),
    message('2026-10-05T12:01:00.000Z', 'Now the weekly job.'),
  );

  it('that a fork inherited are stored once, with their own times', async () => {
    await put(`rollout-a-${origin}.jsonl`, former);
    await put(`rollout-b-${fork}.jsonl`, forked);

    const found = await readAs('codex');

    expect(said(found)).toMatchObject([
      { content: 'Never cron.', externalId: `${origin}:2`, timestamp: Date.parse('2026-10-03T08:00:01Z') },
      { content: 'Understood.', sessionKey: origin },
      { content: 'Now the weekly job.', externalId: `${fork}:5`, sessionKey: fork },
    ]);
    expect(reasons(found).filter((why) => why.startsWith('copied from'))).toHaveLength(2);
  });

  it('that a fork inherited have the ids of the former session where that is not there', async () => {
    await put(`rollout-b-${fork}.jsonl`, forked);

    expect(said(await readAs('codex')).map(({ externalId }) => externalId)).toEqual([
      `${origin}:2`,
      `${origin}:3`,
      `${fork}:5`,
    ]);
  });

  it('are read from the shell and from answers to questions', async () => {
    const at = '2026-10-05T12:00:00.000Z';
    const asked = JSON.stringify({ questions: [{ id: 'q', question: 'Which queue?' }] });
    await put(
      'rollout-1.jsonl',
      lines(
        head(at, 's'),
        message(at, '<user_shell_command>\n<command>\nls -la\n</command>\n<result>x</result></user_shell_command>'),
        item(at, { type: 'function_call', name: 'request_user_input', call_id: 'c', arguments: asked }),
        item(at, { type: 'function_call_output', call_id: 'c', output: '{"answers":{"q":{"answers":["Postgres"]}}}' }),
        item(at, { type: 'function_call_output', call_id: 'd', output: 'secret' }),
      ),
    );

    expect(said(await readAs('codex'))).toMatchObject([
      { content: '! ls -la' },
      { role: 'user', content: 'Which queue?\nPostgres' },
    ]);
  });
});

describe('words of a person in an export', () => {
  const put1 = (conversation: object) => put('conversations.json', JSON.stringify([conversation]));

  it('of claude.ai are read from what was pasted and attached', async () => {
    const pasted = { file_name: '', extracted_content: 'Time out after 47 seconds.' };
    const attached = { file_name: 'runbook.md', extracted_content: 'Drain the queue.' };
    const of = (uuid: string, text: string, attachments: object[]) => ({
      uuid,
      sender: 'human',
      text,
      content: [],
      attachments,
    });
    await put1({ uuid: 'c', chat_messages: [of('m1', '', [pasted]), of('m2', 'What does it say?', [attached])] });

    expect(contents(await readAs('claude-ai'))).toEqual([
      'Time out after 47 seconds.',
      'What does it say?\n\n[file: runbook.md]\nDrain the queue.',
    ]);
  });

  it('of ChatGPT name the files, and tell of versions that were replaced', async () => {
    const node = (id: string, parent: string | null, role: string, text: string, metadata = {}) => ({
      id,
      parent,
      message: { id, author: { role }, content: { parts: [text] }, metadata, recipient: 'all' },
    });
    const mapping = {
      q: node('q', null, 'user', 'Read this.', { attachments: [{ name: 'a.pdf' }] }),
      code: {
        ...node('code', 'q', 'assistant', ''),
        message: { id: 'code', author: { role: 'assistant' }, content: { text: 'print(1)' } },
      },
      a: node('a', 'code', 'assistant', 'Done.'),
      old: node('old', null, 'user', 'Read taht.'),
    };
    await put1({ id: 'c', mapping, current_node: 'a' });

    const found = await readAs('chatgpt');

    expect(contents(found)).toEqual(['Read this.\n\n[file: a.pdf]', 'print(1)', 'Done.']);
    expect(found).toContainEqual(
      expect.objectContaining({ type: 'ignored', why: expect.stringContaining('replaced'), text: 'Read taht.' }),
    );
  });

  it.each<[string, object, string]>([
    [
      'blocks beside a text',
      {
        text: 'New',
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'New' } },
          { type: 'section', text: { type: 'mrkdwn', text: 'api 4.7.1' } },
        ],
      },
      'New\napi 4.7.1',
    ],
    [
      'rich text that repeats the text',
      {
        text: 'See <#C1|ops> *now*',
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'text', text: 'See ' },
                  { type: 'channel', channel_id: 'C1' },
                  { type: 'text', text: ' now', style: { bold: true } },
                ],
              },
            ],
          },
        ],
      },
      'See #ops *now*',
    ],
    [
      'rich text alone',
      {
        text: '',
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_list',
                elements: [
                  {
                    type: 'rich_text_section',
                    elements: [
                      { type: 'text', text: 'one ' },
                      { type: 'emoji', name: 'ok' },
                    ],
                  },
                  { type: 'rich_text_section', elements: [{ type: 'link', url: 'https://x.example' }] },
                ],
              },
            ],
          },
        ],
      },
      'one :ok:\nhttps://x.example',
    ],
    [
      'all parts of an attachment',
      {
        text: '',
        attachments: [
          {
            pretext: 'Before',
            title: 'T',
            title_link: 'https://x.example',
            text: 'Body',
            fields: [{ title: 'Owner', value: 'Kim' }],
            fallback: 'F',
          },
        ],
      },
      'Before\nT (https://x.example)\nBody\nOwner: Kim',
    ],
    [
      'blocks of an attachment',
      {
        text: '',
        attachments: [
          {
            fallback: '[no preview available]',
            blocks: [{ type: 'section', fields: [{ type: 'mrkdwn', text: '*Owner*\nKim' }] }],
          },
        ],
      },
      '*Owner*\nKim',
    ],
    ['the fallback alone', { text: '', attachments: [{ fallback: 'Build 7 failed' }] }, 'Build 7 failed'],
    [
      'a file with a comment',
      { text: '', files: [{ title: 'Plan', initial_comment: { comment: 'Look at page 2.' } }] },
      'Look at page 2.\n[file: Plan]',
    ],
    [
      'a comment on a file',
      { subtype: 'file_comment', text: 'U1 commented', comment: { user: 'U1', comment: 'Too late.' } },
      'Too late.',
    ],
    [
      'a changed message',
      { subtype: 'message_changed', message: { user: 'U1', text: 'Mended.', ts: '1791100000.000100' } },
      'Mended.',
    ],
    [
      'a new topic',
      { subtype: 'channel_topic', text: 'set the topic: freeze on Friday' },
      'set the topic: freeze on Friday',
    ],
  ])('of Slack are read from %s', async (_, fields, expected) => {
    await put('channels.json', JSON.stringify([{ id: 'C1', name: 'ops' }]));
    await put(
      'ops/2026-10-04.json',
      JSON.stringify([{ type: 'message', user: 'U1', ts: '1791100000.000100', ...fields }]),
    );

    expect(contents(await readAs('slack'))).toEqual([expected]);
  });
});

describe('words that only the log of events of Codex has', () => {
  const at = (second: number, type: string, payload: object) => ({
    timestamp: `2026-10-03T08:00:${String(second).padStart(2, '0')}Z`,
    type,
    payload,
  });
  const head = at(0, 'session_meta', { id: 's', cwd: '/work/shop' });
  const event = (second: number, message: string, more: object = {}) =>
    at(second, 'event_msg', { type: 'user_message', message, ...more });
  const item = (second: number, text: string, role = 'user') =>
    at(second, 'response_item', { type: 'message', role, content: [{ type: 'input_text', text }] });
  const read = async (...records: object[]) => {
    await put('rollout-s.jsonl', lines(head, ...records));
    return contents(await readAs('codex'));
  };

  it('are messages where the log of the model lacks them, in their place', async () => {
    expect(
      await read(
        item(1, 'Which queue?'),
        event(1, 'Which queue?'),
        item(2, 'Postgres.', 'assistant'),
        event(3, 'Not Redis, please.'),
        item(4, 'Fine.', 'assistant'),
        event(5, 'Bye.'),
      ),
    ).toEqual(['Which queue?', 'Postgres.', 'Not Redis, please.', 'Fine.', 'Bye.']);
  });

  it('are told once, whichever log has them first, and twice where they were said twice', async () => {
    expect(
      await read(
        event(1, 'yes'),
        item(1, ' yes '),
        item(2, 'Sure?', 'assistant'),
        item(3, 'yes'),
        event(3, 'yes'),
        event(4, 'yes'),
      ),
    ).toEqual(['yes', 'Sure?', 'yes', 'yes']);
  });

  it('are not those that the program put in, and wait while the session goes on', async () => {
    const records = [
      head,
      event(1, '<environment_context>x</environment_context>'),
      event(2, 'x', { kind: 'user_instructions' }),
    ];
    await put('rollout-s.jsonl', lines(...records, event(3, 'Go.')));

    expect(contents(await readAs('codex', { isRunning: true }))).toEqual([]);
    expect(contents(await readAs('codex'))).toEqual(['Go.']);
  });

  it('are what a person asked a review for', async () => {
    const target = { type: 'custom', instructions: 'Look at the locks.' };

    expect(await read(at(1, 'event_msg', { type: 'entered_review_mode', target }))).toEqual(['Look at the locks.']);
  });
});

describe('messages without words', () => {
  const chatGpt = (...messages: object[]) => ({
    id: 'c',
    mapping: Object.fromEntries(
      messages.map((message, at) => [
        `m${at}`,
        {
          id: `m${at}`,
          parent: at === 0 ? null : `m${at - 1}`,
          message: { id: `m${at}`, author: { role: 'user' }, ...message },
        },
      ]),
    ),
  });
  const settings = {
    content: { content_type: 'user_editable_context', user_profile: 'I run the shop.', user_instructions: 'Be brief.' },
    metadata: { is_visually_hidden_from_conversation: true, is_user_system_message: true },
  };

  it('keep what a person wrote into the settings of ChatGPT, once, and say of the others what they hold', async () => {
    const picture = { content: { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer' }] } };
    await put('conversations.json', JSON.stringify([chatGpt(settings, picture), chatGpt(settings)]));

    const found = await readAs('chatgpt');

    expect(said(found)).toMatchObject([{ role: 'user', content: 'I run the shop.\n\nBe brief.' }]);
    expect(reasons(found)).toEqual(['a picture without text', "a person's custom instructions, stored before"]);
  });

  it('keep words in every block of a person at claude.ai, and say of the others what they hold', async () => {
    const message = (sender: string, more: object, at: number) => ({ uuid: `m${at}`, sender, text: '', ...more });
    const messages = [
      message('human', { content: [{ type: 'pasted', text: 'The stairs are closed.' }] }, 1),
      message('assistant', { content: [{ type: 'tool_use', name: 'artifacts', input: {} }] }, 2),
      message('human', { files: [{ file_uuid: 'f' }] }, 3),
      message('human', { content: [{ type: 'image' }] }, 4),
      message('human', {}, 5),
    ];
    await put('conversations.json', JSON.stringify([{ uuid: 'c', chat_messages: messages }]));

    const found = await readAs('claude-ai');

    expect(contents(found)).toEqual(['The stairs are closed.']);
    expect(reasons(found)).toEqual([
      'an artifact without text beside it',
      'a file without name and text',
      'a picture without text',
    ]);
    expect(found.at(-1)?.type).toBe('blank');
  });

  it('fail as JSONL where the words stand in a field that is not known', async () => {
    await put('chat.jsonl', lines({ role: 'user', prompt: 'Which port?' }, { role: 'user', content: '' }));

    expect((await readAs('chat')).map(({ type }) => type)).toEqual(['failed', 'blank']);
  });
});
