import { greetingFor } from './greeting.ts';

const said = (dataDir: string, key?: string, startedIn = '/srv/cairn') =>
  greetingFor({
    url: 'http://127.0.0.1:7070',
    dataDir,
    key,
    defaultDataDir: '/srv/cairn/.cairn',
    startedIn,
    packageDir: '/srv/cairn',
  });

it('prints commands that reach this server from another terminal', () => {
  const words = said("/data/ours' own", 'cairn_k');

  for (const command of ['connect claude-code --hooks', 'demo', 'import claude-code', 'recall'])
    expect(words).toContain(`npm run -s cairn -- --data-dir '/data/ours'\\'' own' ${command}`);
  expect(words).toContain('http://127.0.0.1:7070/console#key=cairn_k');
  expect(words).toContain('Your first key   cairn_k');
});

it('names no folder where the commands look there anyway', () => {
  expect(said('/srv/cairn/.cairn')).toContain('npm run -s cairn -- keys create NAME');
  expect(said('/srv/cairn/.cairn')).not.toContain('--data-dir');
});

it('tells npm the way where it was started from another directory', () => {
  expect(said('/data', 'cairn_k', '/home/ada')).toContain(
    'npm --prefix /srv/cairn run -s cairn -- --data-dir /data demo',
  );
  expect(said('/data', 'cairn_k', '/srv/cairn/docs')).toContain('    npm run -s cairn -- --data-dir /data demo');
});
