/** Rule for tokens with a fixed prefix: their kind, the prefixes, and the expression that must match the rest. */
export interface TokenRule {
  readonly kind: string;
  readonly starts: readonly string[];
  readonly rest: string;
  /** True when the prefix also occurs in ordinary text; then the rest of the token must look random. */
  readonly ambiguous?: boolean;
}

/**
 * Maximum number of characters of a token's rest that are matched exactly; the last part of each expression matches the
 * characters after them.
 */
const REST_CHARS_MAX = 1024;
const characterRun =
  (of: string) =>
  (min: number, max: number = REST_CHARS_MAX) =>
    `[${of}]{${min},${max}}`;
const base62 = characterRun('A-Za-z0-9');
const word = characterRun('A-Za-z0-9_');
const url64 = characterRun('A-Za-z0-9_-');
const base64 = characterRun('A-Za-z0-9+/_=-');
const hexDigits = (length: number) => `[0-9a-f]{${length}}(?![0-9A-Za-z])`;
const repeatExactly = (one: string, length: number) => `[${one}]{${length}}(?![A-Za-z0-9])`;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

type Row = readonly [kind: string, starts: string, rest: string, ambiguous?: 'ambiguous'];

const sourceCodeTokens: readonly Row[] = [
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', `${word(30)}(?:\\.${url64(10)}){0,2}`],
  ['github-token', 'github_pat_', word(30)],
  [
    'gitlab-token',
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt- GR1348941',
    `${url64(18)}(?:\\.[A-Za-z0-9_-]{1,30}){0,2}`,
  ],
  ['bitbucket-token', 'ATBB', base62(24), 'ambiguous'],
  ['atlassian-token', 'ATATT3 ATCTT3 ATSTT3', base64(40)],
  ['trello-token', 'ATTA', hexDigits(64), 'ambiguous'],
  ['sourcegraph-token', 'sgp_ sgd_', '(?:[0-9a-f]{16}_|local_)?[0-9a-fA-F]{40,64}'],
  ['npm-access-token', 'npm_', base62(30), 'ambiguous'],
  ['pypi-token', 'pypi-', url64(50)],
  ['rubygems-token', 'rubygems_', hexDigits(48)],
  ['crates-io-token', 'cio', repeatExactly('A-Za-z0-9', 32), 'ambiguous'],
  ['nuget-token', 'oy2', repeatExactly('a-z0-9', 43), 'ambiguous'],
  ['clojars-token', 'CLOJARS_', base62(40)],
  ['packagist-token', 'packagist_uut_ packagist_out_ packagist_ort_ packagist_oft_', base62(40)],
  ['docker-token', 'dckr_pat_ dckr_oat_', url64(20)],
  ['artifactory-token', 'AKCp', base62(50), 'ambiguous'],
  ['circleci-token', 'CCIPAT_ CCIPRJ_', word(20)],
  ['buildkite-token', 'bkua_ bkct_ bkaj_ bkpt_', base62(30)],
  ['sonar-token', 'sqp_ squ_ sqa_', hexDigits(40)],
  ['snyk-token', 'snyk_uat. snyk_sat.', `${url64(8)}(?:\\.${url64(8)}){0,3}`],
  ['pulumi-token', 'pul-', hexDigits(40)],
  ['infracost-token', 'ico-', base62(32), 'ambiguous'],
  ['codecov-token', 'codecov_', base62(32), 'ambiguous'],
];

const cloudTokens: readonly Row[] = [
  ['aws-access-key-id', 'AKIA ASIA ABIA ACCA', repeatExactly('A-Z0-9', 16)],
  ['aws-session-token', 'IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz', `[A-Za-z0-9+/=%]{50,4096}`],
  ['aws-bedrock-key', 'ABSK', base64(100)],
  ['aws-bedrock-key', 'bedrock-api-key-', base64(40)],
  ['google-api-key', 'AIza', url64(30)],
  ['google-api-key', 'AQ.', url64(40), 'ambiguous'],
  ['google-oauth-secret', 'GOCSPX-', url64(20)],
  ['google-access-token', 'ya29.', `(?:[a-z]\\.)?${url64(20)}`],
  ['google-refresh-token', '1//0', url64(30)],
  ['digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', base62(40)],
  ['heroku-key', 'HRKU-', url64(30)],
  ['netlify-token', 'nfp_ nfc_ nfo_ nfu_ nfb_', base62(30)],
  ['vercel-token', 'vcp_ vck_ vca_ vci_ vcr_', base62(20)],
  ['fly-token', 'fm1r_ fm1a_ fm2_ fo1_', `[A-Za-z0-9+/_=-]{30,4096}(?:,fm[12][ar]?_[A-Za-z0-9+/_=-]{30,4096}){0,8}`],
  ['render-token', 'rnd_', base62(24), 'ambiguous'],
  ['cloudflare-token', 'cfut_ cfat_ cfk_', base62(30)],
  ['cloudflare-origin-key', 'v1.0-', '[0-9a-f]{24}-[0-9a-f]{100,160}'],
  ['doppler-token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. dp.said.', `(?:[a-z0-9_-]{1,40}\\.)?${base62(30)}`],
  ['vault-token', 'hvs. hvb. hvr.', url64(20)],
  ['vault-token', 's.', repeatExactly('A-Za-z0-9', 24), 'ambiguous'],
  ['tailscale-key', 'tskey-', `(?:[a-z]{2,12}-)?${base62(8)}(?:-${base62(8)})?`],
  ['databricks-token', 'dapi dkea dose', '[0-9a-f]{32}(?:-\\d)?(?![0-9A-Za-z])'],
  ['planetscale-token', 'pscale_tkn_ pscale_oauth_ pscale_pw_', `[A-Za-z0-9_.=-]{20,${REST_CHARS_MAX}}`],
  ['neon-token', 'napi_', base62(40), 'ambiguous'],
  ['supabase-token', 'sbp_', `(?:v0_|oauth_)?${hexDigits(40)}`],
  ['supabase-token', 'sb_secret_', url64(20)],
  ['aiven-password', 'AVNS_', url64(12)],
  ['mongodb-key', 'mdb_sa_sk_', url64(30)],
  ['cockroachdb-key', 'CCDB1_', word(30)],
  ['prefect-key', 'pnu_ pnb_', base62(30)],
  ['onepassword-token', 'ops_eyJ', url64(100)],
  ['alibaba-key', 'LTAI', repeatExactly('A-Za-z0-9', 20), 'ambiguous'],
  ['yandex-token', 'y0_ AQVN', url64(35), 'ambiguous'],
  ['scalr-token', 'tfe_', base62(40), 'ambiguous'],
];

const modelTokens: readonly Row[] = [
  ['anthropic-api-key', 'sk-ant-', url64(20)],
  ['openai-api-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', url64(20)],
  ['openrouter-api-key', 'sk-or-v1-', hexDigits(64)],
  ['api-key', 'sk-', url64(20), 'ambiguous'],
  ['huggingface-token', 'hf_ api_org_', base62(30), 'ambiguous'],
  ['groq-api-key', 'gsk_', base62(40)],
  ['xai-api-key', 'xai-', base62(40), 'ambiguous'],
  ['perplexity-api-key', 'pplx-', base62(40)],
  ['replicate-token', 'r8_', base62(30), 'ambiguous'],
  ['langsmith-key', 'lsv2_pt_ lsv2_sk_', word(30)],
  ['pinecone-key', 'pcsk_', word(40)],
  ['tavily-key', 'tvly-', `(?:dev-|prod-)?${base62(20)}`],
  ['jina-key', 'jina_', word(40), 'ambiguous'],
  ['firecrawl-key', 'fc-', hexDigits(32), 'ambiguous'],
  ['elevenlabs-key', 'sk_', hexDigits(48)],
  ['e2b-key', 'e2b_', hexDigits(40)],
  ['together-key', 'tgp_v1_', url64(30)],
  ['fireworks-key', 'fw_', repeatExactly('A-Za-z0-9', 22), 'ambiguous'],
  ['voyage-key', 'pa-', repeatExactly('A-Za-z0-9_-', 43), 'ambiguous'],
];

const businessTokens: readonly Row[] = [
  [
    'slack-token',
    'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.xoxb- xoxe.xoxp- xapp- xwfp-',
    `[A-Za-z0-9%/+=-]{15,${REST_CHARS_MAX}}`,
  ],
  ['discord-token', 'mfa.', url64(60), 'ambiguous'],
  ['stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_ sk_org_', `(?:live_|test_)?${base62(10)}`],
  ['stripe-webhook-secret', 'whsec_', `[A-Za-z0-9+/=]{20,${REST_CHARS_MAX}}`],
  ['square-token', 'EAAA EAAl', url64(56), 'ambiguous'],
  ['square-token', 'sq0atp- sq0csp- sq0acp-', url64(20)],
  ['facebook-token', 'EAACEdEose0cBA', base62(20)],
  ['facebook-token', 'EAA', base62(100), 'ambiguous'],
  ['paypal-token', 'access_token$production$ access_token$sandbox$', `[a-z0-9]{10,20}\\$${hexDigits(32)}`],
  ['plaid-token', 'access-production- access-sandbox- access-development-', uuid],
  ['flutterwave-key', 'FLWSECK- FLWSECK_TEST- FLWSECK_LIVE-', base62(12)],
  ['easypost-key', 'EZAK EZTK', repeatExactly('A-Za-z0-9', 54), 'ambiguous'],
  ['duffel-key', 'duffel_live_ duffel_test_', url64(30)],
  ['shippo-key', 'shippo_live_ shippo_test_', hexDigits(40)],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_ shptka_ shpua_ shprt_', base62(24)],
  ['twilio-api-key', 'SK', hexDigits(32)],
  ['sendgrid-key', 'SG.', `${url64(16, 64)}\\.${url64(30, 128)}`],
  ['mailgun-key', 'key-', hexDigits(32)],
  ['brevo-key', 'xkeysib- xsmtpsib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['resend-key', 're_', '[A-Za-z0-9]{8,10}_[A-Za-z0-9]{20,30}', 'ambiguous'],
  ['postman-key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{30,40}'],
  ['linear-key', 'lin_api_ lin_oauth_ lin_wh_', base62(30)],
  ['notion-token', 'ntn_', base62(40)],
  ['notion-token', 'secret_', repeatExactly('A-Za-z0-9', 43), 'ambiguous'],
  ['airtable-token', 'pat', '[A-Za-z0-9]{14}\\.[0-9a-f]{64}(?![0-9A-Za-z])'],
  ['figma-token', 'figd_ figo_ figu_ figoh_ figor_', url64(30)],
  ['clickup-token', 'pk_', '\\d{5,12}_[A-Z0-9]{32}(?![A-Za-z0-9])'],
  ['klaviyo-key', 'pk_', hexDigits(34)],
  ['hubspot-token', 'pat-na1- pat-na2- pat-na3- pat-eu1- pat-ap1-', uuid],
  ['intercom-token', 'dG9rOg', base64(40)],
  ['typeform-token', 'tfp_', `[A-Za-z0-9_=.-]{40,${REST_CHARS_MAX}}`],
  ['contentful-token', 'CFPAT-', url64(40)],
  ['readme-key', 'rdme_', base62(60)],
  ['frameio-token', 'fio-u-', url64(60)],
  ['adobe-secret', 'p8e- p8-', repeatExactly('A-Za-z0-9_-', 32), 'ambiguous'],
  ['mapbox-token', 'sk.eyJ tk.eyJ', `${url64(30)}\\.${url64(15)}`],
  ['dropbox-token', 'sl.', url64(100), 'ambiguous'],
  ['mandrill-key', 'md-', repeatExactly('A-Za-z0-9_-', 22), 'ambiguous'],
];

const operationsTokens: readonly Row[] = [
  ['grafana-token', 'glsa_', '[A-Za-z0-9]{20,64}_[0-9a-fA-F]{8}'],
  ['grafana-token', 'glc_', base64(30)],
  ['sentry-token', 'sntrys_', `[A-Za-z0-9+/=_-]{30,4096}`],
  ['sentry-token', 'sntryu_ sntrya_ sntryi_', hexDigits(64)],
  ['new-relic-key', 'NRAK- NRAA- NRII- NRIQ- NRRA- NRSP-', url64(20)],
  ['honeycomb-key', 'hcaik_ hcbik_ hcmik_ hcxik_ hcalk_ hcamk_', base62(40)],
  ['dynatrace-token', 'dt0c01. dt0s01. dt0s02. dt0s16.', '[A-Z0-9]{8,24}\\.[A-Z0-9]{40,64}'],
  ['launchdarkly-key', 'sdk- api-', `${uuid}(?![0-9a-f])`],
  ['statsig-key', 'secret-', base62(40), 'ambiguous'],
  ['posthog-key', 'phx_ phs_', base62(40)],
  ['segment-token', 'sgp_', base62(60)],
  ['harness-token', 'pat.', '[A-Za-z0-9_-]{22}\\.[0-9a-f]{24}\\.[A-Za-z0-9]{20}'],
  ['age-key', 'AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1', characterRun('A-Z0-9')(40, 4096)],
  ['bitcoin-key', 'xprv zprv yprv', repeatExactly('1-9A-HJ-NP-Za-km-z', 107)],
  ['cairn-key', 'cairn_', url64(20), 'ambiguous'],
  [
    'json-web-token',
    'eyJ',
    `[A-Za-z0-9_=-]{10,4096}\\.eyJ[A-Za-z0-9_=-]{10,16384}\\.[A-Za-z0-9_-]{10,4096}`,
    'ambiguous',
  ],
  [
    'json-web-token',
    'eyJ',
    `[A-Za-z0-9_-]{20,4096}\\.(?:[A-Za-z0-9_-]{0,4096}\\.){3}[A-Za-z0-9_-]{16,64}`,
    'ambiguous',
  ],
];

export const tokenRules: readonly TokenRule[] = [
  sourceCodeTokens,
  cloudTokens,
  modelTokens,
  businessTokens,
  operationsTokens,
]
  .flat()
  .map(([kind, starts, rest, ambiguous]) => ({
    kind,
    starts: starts.split(' '),
    rest,
    ...(ambiguous && { ambiguous: true }),
  }));
