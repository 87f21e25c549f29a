import { englishReader, type StatementReader } from './english-reader.ts';

let readEnglish: StatementReader;
beforeAll(async () => {
  readEnglish = await englishReader();
});

const statements = (content: string, title?: string) =>
  readEnglish({ content, ...(title !== undefined && { title }), saidAt: 5, evidence: { memoryId: 'm' } });
const read = (content: string, title?: string) =>
  statements(content, title).map(
    ({ from, type, to, says }) => `${from.name} ${says === 'holds' ? '' : `${says} `}${type} ${to.name}`,
  );

describe('what a sentence says', () => {
  it.each([
    ['Mira Okafor owns the billing service.', 'Mira Okafor owns billing'],
    ['The billing service is owned by the Payments team.', 'Payments owns billing'],
    ['Everything under libs/auth belongs to @acme/identity.', '@acme/identity owns libs/auth'],
    ['We agreed that @lee is responsible for /docs/api.', '@lee owns /docs/api'],
    ['Accountable for ledger-core is Ana Roy.', 'Ana Roy owns ledger-core'],
    ["ledger-core is Ana Roy's.", 'Ana Roy owns ledger-core'],
    ['The upkeep of ledger-core is in the hands of Ana Roy.', 'Ana Roy maintains ledger-core'],
    ['Tomas leads the Search team.', 'Tomas leads Search'],
    ['Our tech lead for ledger-core is Dr. Amina Yusuf.', 'Amina Yusuf leads ledger-core'],
    ["Bruno's manager is Katya.", 'Bruno reports_to Katya'],
    ['@ana is a member of the Search team.', '@ana member_of Search'],
    ['Changes to libs/auth must be approved by Ana Roy.', 'Ana Roy approves libs/auth'],
    ['The pager for edge-router is carried by Otto Lind.', 'Otto Lind on_call_for edge-router'],
    ['For questions about edge-router, ping Otto Lind.', 'Otto Lind contact_for edge-router'],
    ['ledger-core cannot work without Postgres.', 'ledger-core depends_on Postgres'],
    ['edge-router crashes when rate-store is down.', 'edge-router depends_on rate-store'],
    ['Changes to libs/auth go through Ana Roy.', 'Ana Roy reviews libs/auth'],
    ['Pull requests to edge-router go via @acme/edge.', '@acme/edge reviews edge-router'],
    ['edge-router goes through rate-proxy.', 'edge-router depends_on rate-proxy'],
    ['The @acme/edge team manages the edge-router.', '@acme/edge owns edge-router'],
    ['The Search team decided to use OpenSearch.', 'Search decided OpenSearch'],
    ['We replaced Jenkins with Buildkite.', 'Buildkite replaces Jenkins'],
    ['mailer took the place of postmaster.', 'mailer replaces postmaster'],
    ['mailer sends its mails through smtp-relay.', 'mailer depends_on smtp-relay'],
    ['edge-router needs redis.', 'edge-router depends_on redis'],
    ['If edge-router breaks, call Otto Lind.', 'Otto Lind contact_for edge-router'],
    ['Search team: Ana Roy', 'Ana Roy member_of Search'],
    ['You will find edge-router in apps/edge.', 'edge-router located_in apps/edge'],
    ['ADR-12 was written by Ana Roy.', 'Ana Roy authored ADR-12'],
    ['Recently, Nils took over edge-router.', 'Nils owns edge-router'],
    ['docs/*.md: @acme/docs', '@acme/docs owns docs/*.md'],
    ['No lift plan leaves the office before Ana Roy has approved it.', 'Ana Roy approves lift plan'],
    ["The price list can't go out without Ana Roy's okay.", 'Ana Roy approves price list'],
    ['Ana Roy must sign off before ledger-core ships.', 'Ana Roy approves ledger-core'],
    ['Every rate change needs a signature from Ana Roy.', 'Ana Roy approves rate change'],
    ['The responsible for ledger-core is Ana Roy.', 'Ana Roy owns ledger-core'],
    ['For the claim bucket the responsible is Ana Roy.', 'Ana Roy owns claim bucket'],
    ['On the archive search Typesense took the place of Solr.', 'Typesense replaces Solr'],
    ["Cathal O'Dea maintains ledger-core.", "Cathal O'Dea maintains ledger-core"],
    ['recipe search is powered by Typesense.', 'recipe search uses Typesense'],
    ['Cage B stands in Building 4.', 'Cage B located_in Building 4'],
    ["If ledger-core breaks, it's looked after by Ana Roy.", 'Ana Roy owns ledger-core'],
    ['Despite what the diagram shows, mailer depends on smtp-relay.', 'mailer depends_on smtp-relay'],
    ['We, the Search team, are responsible for ledger-core.', 'Search owns ledger-core'],
    ['I adopted ledger-core, so it is mine. /Sigrid', 'Sigrid owns ledger-core'],
    ["Astrid's successor at the registry desk is Jakub.", 'Jakub replaces Astrid'],
    ['The election map belongs to Ana Roy.', 'Ana Roy owns election map'],
    ['Who owns ledger-core? Ana Roy.', 'Ana Roy owns ledger-core'],
    ['ledger-core acting up? Ping Otto Lind.', 'Otto Lind contact_for ledger-core'],
    ["Depot wifi? That's Otto Lind.", 'Otto Lind owns Depot wifi'],
    ['ledger-core -> Otto Lind', 'Otto Lind owns ledger-core'],
    ['ledger letters: /srv/letters', 'ledger letters located_in /srv/letters'],
    ['Refund questions: Otto Lind', 'Otto Lind contact_for Refund'],
    ['docs/mooring.md by Otto Lind', 'Otto Lind authored docs/mooring.md'],
    ['rate-sheet: replacement for price-book', 'rate-sheet replaces price-book'],
    ["mailer has taken postmaster's place.", 'mailer replaces postmaster'],
    ["Otto Lind's in charge of ledger-core.", 'Otto Lind owns ledger-core'],
    ['If you have questions about ledger-core, ask Otto Lind.', 'Otto Lind contact_for ledger-core'],
    ["Alerts for ledger-core go to Otto Lind's phone.", 'Otto Lind contact_for ledger-core'],
    ['The ledger run is driven by cron-hub.', 'ledger run uses cron-hub'],
    ['Team lead Atlas: Otto Lind', 'Otto Lind leads Atlas'],
    ['The soil manual was authored by Otto Lind.', 'Otto Lind authored soil manual'],
    ['Otto Lind stays responsible for the weather station.', 'Otto Lind owns weather station'],
    ['Otto Lind must agree before the rate table is changed.', 'Otto Lind approves rate table'],
    ['Search are the people who own ledger-core.', 'Search owns ledger-core'],
    ['The rain module belongs to drone-sync.', 'rain part_of drone-sync'],
    ['acme/night-crew is a child team of acme/crew.', 'acme/night-crew part_of acme/crew'],
  ])('reads %s', (sentence, relation) => {
    expect(read(sentence)).toEqual([relation]);
  });

  it.each([
    ['Mira no longer owns ledger-core.', 'Mira ends owns ledger-core'],
    ['Mira stopped maintaining ledger-core.', 'Mira ends maintains ledger-core'],
    ['Mira gave up maintaining ledger-core.', 'Mira ends maintains ledger-core'],
    ['We no longer use Jenkins for ledger-core.', 'ledger-core ends uses Jenkins'],
    ['ledger-core used to be owned by Mira.', 'Mira ends owns ledger-core'],
    ['Mira led the Search team until she left.', 'Mira ends leads Search'],
    ['Mira stepped down as lead of the Search team.', 'Mira ends leads Search'],
    ['Mira does not own ledger-core.', 'Mira denies owns ledger-core'],
    ['edge-router has no dependency on rate-store.', 'edge-router denies depends_on rate-store'],
  ])('reads that something ended or was denied: %s', (sentence, relation) => {
    expect(read(sentence)).toEqual([relation]);
  });

  it.each(['ledger-core was handed over from Mira to Lee.', 'Ownership of ledger-core moved from Mira to Lee.'])(
    'reads a hand-over as an end and a beginning: %s',
    (sentence) => {
      expect(read(sentence)).toEqual(['Mira ends owns ledger-core', 'Lee owns ledger-core']);
    },
  );

  it.each([
    'Does Mira own ledger-core?',
    'If Mira owns ledger-core, ask her.',
    'Once Mira owns ledger-core, we can start.',
    'Mira might own ledger-core.',
    'Mira should own ledger-core.',
    'Mira will take over ledger-core in May.',
    'Lee thinks that Mira owns ledger-core.',
    'She owns the billing service.',
    'It depends on the weather.',
    'The customer owns a car.',
    'coffee was replaced by tea.',
    'edge-router needs attention.',
    'Vendors have access to the building.',
    'Keep ledger-core small.',
    'Otto Lind drove the van home.',
    'Um den rechnungs-drucker kümmert sich Friederike Ahrens.',
    'lager-sync gehört seit dem Umbau der Gruppe Hofkante.',
    'Die Pflege des Katalogs liegt bei Ottokar Wünsche.',
    "The headline 'Minister replaces aide' was read a lot.",
    'If Lee leaves, Mira takes over ledger-core.',
    'The plan is to replace Jenkins with Buildkite.',
    'Ana Roy sat in the chair by the window.',
    'Mira asked Lee about the offsite.',
    'Mira is in Berlin this week.',
    'Do not let edge-router depend on rate-store.',
    'edge-router may depend on rate-store one day.',
    'For example, Mira owns ledger-core.',
    'The cook leads the dance.',
    'Everybody needs a holiday.',
    'Changes to ledger-core go through Terraform.',
    '@acme/cart manages the shopping cart of a customer.',
    'Mira is the next owner of ledger-core.',
    'A potential owner of ledger-core is Mira.',
    'The team acme/search has no maintainers of its own.',
    '```\nMira owns ledger-core.\n```',
  ])('reads nothing in %s', (sentence) => {
    expect(read(sentence)).toEqual([]);
  });
});

describe('what stands around a sentence', () => {
  it('reads people beside a team in one list, whatever follows it', () => {
    expect(read('Changes to /plugins/ go to @acme/web-team, @kim7 and @joe7 for review.')).toEqual([
      '@acme/web-team owns /plugins/',
      '@kim7 owns /plugins/',
      '@joe7 owns /plugins/',
    ]);
  });

  it('reads lists on both sides', () => {
    expect(read('Mira, Lee and Ana own ledger-core.')).toEqual([
      'Mira owns ledger-core',
      'Lee owns ledger-core',
      'Ana owns ledger-core',
    ]);
    expect(read('Members of acme/search (who index. And more): @a, @b and @c.')).toHaveLength(3);
  });

  it('reads the lines below a heading as being about it', () => {
    const card =
      '## edge-router\n- **Owner**: Search team\n- Code: apps/edge\n- Needs: rate-store\n- On call this week: Otto';

    expect(read(card)).toEqual([
      'Search owns edge-router',
      'edge-router located_in apps/edge',
      'edge-router depends_on rate-store',
      'Otto on_call_for edge-router',
    ]);
  });

  it('reads the points of a list below a role or the name of a team', () => {
    expect(read('Dependencies of edge-router:\n* rate-store\n* mail-relay')).toEqual([
      'edge-router depends_on rate-store',
      'edge-router depends_on mail-relay',
    ]);
    expect(read('**Search team**\n- Mira Okafor\n- Lee (part time)\n- vacant')).toEqual([
      'Mira Okafor member_of Search',
      'Lee member_of Search',
    ]);
  });

  it('reads the rows of a table as being about their first cells', () => {
    const table =
      '| service | owner | code |\n| --- | --- | --- |\n| edge-router | Search | apps/edge |\n| rate-store | Lee | |';

    expect(read(table)).toEqual(['Search owns edge-router', 'edge-router located_in apps/edge', 'Lee owns rate-store']);
  });

  it('knows what a title and a pronoun stand for', () => {
    expect(read('Piotr wrote it. Changes need approval from Maud.', 'KEP-3 (Faster pod start)')).toEqual([
      'Piotr authored KEP-3',
      'Maud approves KEP-3',
    ]);
    expect(read('Ewa leads the Maps team. She reports to Katya Orlova.')).toContain('Ewa reports_to Katya Orlova');
  });

  it('knows what a pronoun stands for behind sentences that state nothing', () => {
    expect(read('edge-router is old. It rained all night. Everything was quiet. It is owned by Ana Roy.')).toEqual([
      'Ana Roy owns edge-router',
    ]);
    expect(read('Ana Roy wrote edge-router. It rained all night. She also maintains mailer.')).toEqual([
      'Ana Roy authored edge-router',
      'Ana Roy maintains mailer',
    ]);
    expect(read('Who owns mailer? It rained all night. Who owns edge-router? Ana Roy.')).toEqual([
      'Ana Roy owns edge-router',
    ]);
  });

  it("reads the roles on a person's page as that person's", () => {
    const onPage = (content: string) => read(content, 'Chen Wei');

    expect(onPage('Engineer in the Petrel team. Backup reviewer for billing.')).toEqual([
      'Chen Wei member_of Petrel',
      'Chen Wei reviews billing',
    ]);
    expect(onPage('Owner of edge-router, reviewer of ledger-core.')).toEqual([
      'Chen Wei owns edge-router',
      'Chen Wei reviews ledger-core',
    ]);
    expect(onPage('- Former owner of edge-router\n- On call for ledger-core')).toEqual([
      'Chen Wei ends owns edge-router',
      'Chen Wei on_call_for ledger-core',
    ]);
    expect(onPage('Owns pricing, invoices and dunning.')).toEqual([
      'Chen Wei owns pricing',
      'Chen Wei owns invoices',
      'Chen Wei owns dunning',
    ]);
    expect(onPage('Owner of edge-router: Ana Roy')).toEqual(['Ana Roy owns edge-router']);
    expect(onPage('Owner of edge-router, Ana Roy.')).toEqual(['Ana Roy owns edge-router']);
    for (const none of ['Not the owner of edge-router.', 'Next owner of edge-router.', 'Owner of edge-router?'])
      expect(onPage(none)).toEqual([]);
    expect(read('Approver for the budget.', 'Meeting Notes')).toEqual([]);
  });

  it("takes a fragment on a person's page for a word about the person, and three things in a row for a list", () => {
    expect(read('SRE. Owns Postgres, Redis, the tunnel for webhooks.', 'Chen Wei')).toEqual([
      'Chen Wei owns Postgres',
      'Chen Wei owns Redis',
      'Chen Wei owns tunnel',
    ]);
  });
});

describe('what is known of it', () => {
  it('is surer of two names than of one', () => {
    expect(statements('Mira Okafor owns ledger-core.')[0]).toMatchObject({ confidence: 0.8 });
    expect(statements('Petrel owns zither-service.')[0]).toMatchObject({ confidence: 0.8 });
    expect(statements('Mira Okafor owns the invoice job.')[0]).toMatchObject({ confidence: 0.6 });
    expect(statements('mailer depends on edge-router.')[0]).toMatchObject({ confidence: 0.6 });
    expect(statements('The cooks own the kitchen.')).toEqual([]);
  });

  it('keeps the dates that a sentence names', () => {
    expect(statements('Mira owned ledger-core until 2024-03-01.')[0]).toMatchObject({ validTo: Date.UTC(2024, 2, 1) });
    expect(statements('From 2099, Mira owns ledger-core.')[0]).toMatchObject({ validFrom: Date.UTC(2099, 0, 1) });
  });

  it.each([
    ['@platform-team owns /services/ledger.', 'from', 'team'],
    ['@lee owns /services/ledger.', 'from', 'person'],
    ['The ledger service is maintained by @edge_squad.', 'from', 'team'],
    ['For questions about ledger-core, ping @team-ledger.', 'from', 'team'],
    ['@lee leads @platform-team.', 'to', 'team'],
    ['@lee is a member of @platform-team.', 'to', 'team'],
  ] as const)('types the handle in "%s"', (sentence, end, type) => {
    expect(statements(sentence).map((statement) => statement[end].type)).toEqual([type]);
  });

  it('knows a thing by its type, its other names and its place', () => {
    const [owned] = statements('Search owns the rate service (aka Ratey).');
    const [scoped] = statements('Owners of /packages/forms (@acme/forms): @lee');

    expect(owned!.to).toMatchObject({ type: 'service', name: 'rate', aliases: ['rate service', 'Ratey'] });
    expect(scoped!.to).toMatchObject({ type: 'package', name: '@acme/forms', aliases: ['/packages/forms'] });
  });
});
