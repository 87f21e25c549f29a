import { peopleReader } from './people-in-text.ts';

it.each([
  ['On Friday Ines Duarte restarted ledgerd.', ['Ines Duarte']],
  ['Friday Ines Duarte restarted it, in May Kofi Mensah did.', ['Ines Duarte', 'Kofi Mensah']],
  ['May Chen wrote it.', ['May Chen']],
  ['Owns Postgres, Redis and the cluster.', []],
  ['The Payments Team and the Search Service met.', []],
  ['Replay WAL before you ask @kofi or ines@example.org.', ['@kofi', 'ines@example.org']],
  ['Ask @kofi or @platform-team, not @team-search.', ['@kofi']],
  ['nobody is named here', []],
])('reads the people of: %s', async (sentence, people) => {
  expect((await peopleReader())(sentence)).toEqual(people);
});
