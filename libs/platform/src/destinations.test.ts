import { settings } from './config.ts';
import { destinations } from './destinations.ts';

const takes = ({ schema }: (typeof settings)[number], text: string) => schema.safeParse(text).success;
const addresses = ['https://there.example.org', 'postgres://there:5432/cairn', 'redis://there:6379'];

/** Whether a setting takes addresses, and not just any text. */
const isAddress = (setting: (typeof settings)[number]) =>
  addresses.some((text) => takes(setting, text)) && !takes(setting, 'no address') && !takes(setting, 'word');

it('says of each setting that is an address who answers there', () => {
  const found = settings.filter(isAddress).map(({ name }) => name);

  expect(found).toEqual(expect.arrayContaining(['CAIRN_GRAPH_URL', 'POSTGRES_URL', 'CAIRN_OIDC_ISSUER']));
  expect(found.filter((name) => !(name in destinations))).toEqual([]);
});
