import { greetingFor } from './greeting.ts';

const started = { url: 'http://127.0.0.1:7070', dataDir: '/data', program: 'cairn --data-dir /data' };

it('prints commands that reach this server from another terminal', () => {
  const words = greetingFor({ ...started, key: 'cairn_k' });

  for (const command of ['connect claude-code --hooks', 'demo', 'import claude-code', 'recall'])
    expect(words).toContain(`    cairn --data-dir /data ${command}`);
  expect(words).toContain('http://127.0.0.1:7070/console#key=cairn_k');
  expect(words).toContain('Your first key   cairn_k');
});

it('shows how to make a key where the first one was shown before', () => {
  expect(greetingFor({ ...started, key: undefined })).toContain('cairn --data-dir /data keys create NAME');
});
