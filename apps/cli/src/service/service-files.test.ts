import { serviceFileOf, serviceText, activationOf, isInCache } from './service-files.ts';

const facts = {
  ...{ node: '/usr/bin/node', serverBundle: '/opt/my cairn/dist/all-in-one.mjs', dataDir: '/srv/100%' },
  ...{ options: ['--team', '--public-url', 'https://cairn.example.com'], user: undefined },
};
const user = { manager: 'systemd', isSystem: false } as const;

test('writes a unit of systemd that starts the server with its options, and quotes what systemd would read otherwise', () => {
  const lines = serviceText(user, facts).split('\n');

  expect(lines).toContain(
    'ExecStart=/usr/bin/node --disable-warning=ExperimentalWarning --max-semi-space-size=8 "/opt/my cairn/dist/all-in-one.mjs" --data-dir /srv/100%% --quiet --team --public-url https://cairn.example.com',
  );
  expect(lines).toContain('EnvironmentFile=-/srv/100%%/cairn.service.env');
  expect(lines).toContain('Environment=MALLOC_ARENA_MAX=2');
  expect(lines).toContain('WantedBy=default.target');
  expect(lines.filter((line) => line.startsWith('User='))).toEqual([]);
  expect(serviceText({ ...user, isSystem: true }, { ...facts, user: 'cairn' })).toMatch(
    /User=cairn\n[^]*ProtectSystem=full[^]*WantedBy=multi-user\.target/,
  );
});

test('writes a property list of launchd whose texts are escaped', () => {
  const text = serviceText({ manager: 'launchd', isSystem: false }, { ...facts, dataDir: '/Users/a & b/<c>' });

  expect(text).toContain('<string>/Users/a &amp; b/&lt;c&gt;</string>');
  expect(text).toMatch(/<key>RunAtLoad<\/key>\n {2}<true\/>/);
  expect(text.match(/<(\w+)( version="1.0")?>/g)!.length).toBe(text.match(/<\/(\w+)>/g)!.length);
});

test('knows the place of the file and the commands of each kind, and a program that npm may remove', () => {
  expect(serviceFileOf(user, '/home/ada')).toBe('/home/ada/.config/systemd/user/cairn.service');
  expect(activationOf(user, 'x', 1)[0]).toEqual(['systemctl', '--user', 'daemon-reload']);
  expect(activationOf({ manager: 'launchd', isSystem: false }, '/x.plist', 501)).toEqual([
    ['launchctl', 'bootstrap', 'gui/501', '/x.plist'],
  ]);
  expect(isInCache('/home/ada/.npm/_npx/1a/node_modules/x/all-in-one.mjs')).toBe(true);
});
