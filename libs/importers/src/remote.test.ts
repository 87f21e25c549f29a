import { repositoryAt } from './remote.ts';

it.each([
  ['https://git.example.com/acme/billing.git', 'acme/billing'],
  ['https://git.example.com/acme/billing', 'acme/billing'],
  ['https://git.example.com/acme/billing/', 'acme/billing'],
  ['https://ada:s3cret-token@git.example.com:8443/acme/billing.git', 'acme/billing'],
  ['https://git.example.com/acme/billing.git?token=s3cret', 'acme/billing'],
  ['https://s3cret-token@git.example.com/billing.git', 'billing'],
  ['https://git.example.com/group/acme/billing.git', 'acme/billing'],
  ['ssh://git@git.example.com:2222/acme/billing.git', 'acme/billing'],
  ['ssh://git@git.example.com:2222/billing.git', 'billing'],
  ['git+ssh://git@git.example.com/acme/billing', 'acme/billing'],
  ['git@git.example.com:acme/billing.git', 'acme/billing'],
  ['git@git.example.com:billing.git', 'billing'],
  ['git.example.com:acme/billing.git', 'acme/billing'],
  ['git@git.example.com:/acme/billing.git', 'acme/billing'],
  ['/srv/git/billing.git', 'git/billing'],
  ['/home/ada/billing/.git', 'ada/billing'],
  ['file:///srv/git/billing.git', 'git/billing'],
  ['C:\\work\\billing', 'work/billing'],
  ['https://git.example.com/', undefined],
  ['https://git.example.com', undefined],
  ['', undefined],
  ['not an address', undefined],
])('names the repository of the remote %s', (url, name) => {
  expect(repositoryAt(url)).toBe(name);
});
