/** Rule for a secret that the text around it reveals. Only the captured group `secret` is masked. */
export interface PatternRule {
  readonly kind: string;
  /** Lower-case substrings; a text without any of them is skipped before the slower expression runs. */
  readonly gates: readonly string[];
  /** Expression with flags `dg`, one group named `secret`, and a bound on every repetition. */
  readonly shape: RegExp;
  /** True if the value must look randomly generated. */
  readonly random?: true;
  /** True if the value must decode from Base64 to a name, a colon and a password. */
  readonly basic?: true;
}

const SCHEMES =
  '(?:Bearer|Token|ApiKey|Api-Key|Key|FlyV1|GenieKey|SSWS|Splunk|Digest|JWT|OAuth|Bot|AccessKey|PVEAPIToken)';

/** Passwords in URLs; the text around the password is not masked. */
const addressRules: readonly PatternRule[] = [
  {
    kind: 'url-password',
    gates: ['://'],
    shape: /(?<=[a-z0-9+.-]):\/\/[^\s:@/"'`<>]{0,128}:(?!\d{1,5}[/?#\s])(?<secret>[^\s/"'`<>]{1,256})@(?=[\w.[$-])/dgi,
  },
  {
    kind: 'url-secret',
    gates: ['sig=', 'signature=', 'token=', 'secret=', 'key=', 'password=', 'auth=', 'pwd='],
    shape:
      /[?&](?:sig|x-amz-signature|x-amz-security-token|x-goog-signature|signature|(?:access|auth|refresh|id|api|private|session|security)?[_-]?token|(?:client|app)?[_-]?secret|(?:api|access|subscription)?[_-]?key|auth|code)=(?<secret>[^\s&#?="'`<>)\]}]{12,2048}={0,2})/dgi,
    random: true,
  },
  {
    kind: 'slack-webhook',
    gates: ['hooks.slack'],
    shape:
      /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}\/(?<secret>[A-Za-z0-9/]{16,100})/dgi,
  },
  {
    kind: 'discord-webhook',
    gates: ['/api/webhooks/', '/api/v'],
    shape: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{10,24}\/(?<secret>[\w-]{40,120})/dgi,
  },
  {
    kind: 'teams-webhook',
    gates: ['webhook.office.com'],
    shape: /webhook\.office\.com\/webhookb2\/[\w@-]{1,200}\/IncomingWebhook\/(?<secret>[\w/-]{30,200})/dgi,
  },
];

const headerRules: readonly PatternRule[] = [
  {
    kind: 'bearer-token',
    gates: ['bearer'],
    shape: /\bBearer\s{1,8}(?<secret>[A-Za-z0-9_+/=~.:-]{16,4096})/dgi,
    random: true,
  },
  {
    kind: 'basic-credentials',
    gates: ['basic'],
    shape: /\bBasic\s{1,8}(?<secret>[A-Za-z0-9+/_-]{6,1024}={0,2})/dgi,
    basic: true,
  },
  {
    kind: 'authorization',
    gates: ['authorization'],
    shape: new RegExp(
      `authorization["'\`\\]]{0,3}\\s{0,4}[:=,]\\s{0,4}["'\`]{0,2}(?:${SCHEMES}\\s{1,4})?(?:token=)?["']?(?<secret>[A-Za-z0-9_+/=~.:|-]{12,4096})`,
      'dgi',
    ),
    random: true,
  },
  {
    kind: 'basic-credentials',
    gates: ['"auth"'],
    shape: /"auth"\s{0,4}:\s{0,4}"(?<secret>[A-Za-z0-9+/]{6,1024}={0,2})"/dg,
    basic: true,
  },
];

const TEXT_BETWEEN = '[\\s\\S]{0,200}?';

/** Secrets that only the name next to them reveals. */
const pairRules: readonly PatternRule[] = [
  {
    kind: 'azure-storage-key',
    gates: ['azure', 'storage', 'core.windows', 'accountname', 'keyname'],
    shape: /(?<![A-Za-z0-9+/=-])(?<secret>[A-Za-z0-9+/]{86}==)(?![A-Za-z0-9+/=])/dg,
  },
  {
    kind: 'password',
    gates: ['login', 'cred', 'user', 'pass', 'daten', 'identifiant', 'gegevens', 'данные'],
    shape:
      /(?<!\p{L})(?:logins?|credentials|creds|credenciales|credenciais|credenziali|zugangsdaten|anmeldedaten|identifiants|inloggegevens|уч[её]тные данные|user(?:name)? ?\/ ?pass(?:word)?)(?: (?:is|are))?[:=]? {1,2}[\w.@-]{2,60}(?: ?[/|:] ?)(?<secret>(?=[^\s]{0,60}[a-z])(?=[^\s]{0,60}\d)[^\s"'`,;/]{6,80})(?=[\s"'`,;.)]|$)/dgiu,
  },
  {
    kind: 'aws-secret-access-key',
    gates: ['akia', 'asia'],
    shape: new RegExp(
      `(?:AKIA|ASIA)[A-Z0-9]{16}${TEXT_BETWEEN}(?<![A-Za-z0-9/+=])(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'dg',
    ),
    random: true,
  },
  {
    kind: 'aws-secret-access-key',
    gates: ['akia', 'asia'],
    shape: new RegExp(
      `(?<![A-Za-z0-9/+=])(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])${TEXT_BETWEEN}(?:AKIA|ASIA)[A-Z0-9]{16}`,
      'dg',
    ),
    random: true,
  },
  {
    kind: 'twilio-auth-token',
    gates: ['ac'],
    shape: new RegExp(
      `(?<![A-Za-z0-9])AC[0-9a-f]{32}(?![0-9a-z])${TEXT_BETWEEN}(?<![A-Za-z0-9])(?<secret>[0-9a-f]{32})(?![A-Za-z0-9])`,
      'dg',
    ),
    random: true,
  },
];

/** Tokens that have no fixed prefix, but a recognisable part inside. */
const markRules: readonly PatternRule[] = [
  {
    kind: 'azure-client-secret',
    gates: ['q~'],
    shape: /(?<![\w~.-])(?<secret>[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{30,36})(?![\w~])/dg,
  },
  {
    kind: 'azure-key',
    gates: ['+ast', 'azfu', 'azse', 'azca', 'acdb', '+arm', 'aiot', 'aehb', '+acr', 'azdo', 'apim'],
    shape:
      /(?<![A-Za-z0-9+/])(?<secret>[A-Za-z0-9/+]{30,76}(?:\+ASt|AzFu|AzSe|AzCa|ACDb|\+ARm|AIoT|AEhb|\+ACR|AZDO|APIM)[A-Za-z0-9/+]{4,8}={0,2})/dg,
  },
  {
    kind: 'terraform-token',
    gates: ['.atlasv1.'],
    shape: /(?<![\w.])(?<secret>[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_=-]{40,120})/dg,
  },
  {
    kind: 'telegram-token',
    gates: [':aa', ':a'],
    shape: /(?<![\w:.-])(?:bot)?(?<secret>\d{8,11}:A[A-Za-z0-9_-]{33,36})(?![\w-])/dg,
  },
  {
    kind: 'discord-token',
    gates: ['.'],
    shape: /(?<![\w.-])(?<secret>[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})(?![\w-])/dg,
    random: true,
  },
  {
    kind: 'mailchimp-key',
    gates: ['-us'],
    shape: /(?<![A-Za-z0-9])(?<secret>[0-9a-f]{32}-us\d{1,2})(?![A-Za-z0-9])/dg,
  },
  {
    kind: 'mailgun-key',
    gates: ['mailgun'],
    shape: /(?<![A-Za-z0-9-])(?<secret>[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?![A-Za-z0-9-])/dg,
  },
  { kind: 'new-relic-key', gates: ['nral'], shape: /(?<![A-Za-z0-9])(?<secret>[0-9a-zA-Z]{36}NRAL)(?![A-Za-z0-9])/dg },
  {
    kind: 'asana-token',
    gates: ['/'],
    shape: /(?<![\w/.])(?<secret>[12]\/\d{15,17}(?:\/\d{15,17})?:[0-9a-f]{32})(?![0-9a-f])/dg,
  },
];

const REST_OF_COMMAND = '[^\\n|;&]{0,160}?';
const QUOTED_OR_BARE_VALUE = `(?:"(?<a>[^"\\n]{1,200})"|'(?<b>[^'\\n]{1,200})'|(?<c>[^\\s"'|;&<>()]{1,200}))`;

/** Passwords in command lines where the option's name does not say that it is a password. */
const commandRules: readonly PatternRule[] = [
  {
    kind: 'password',
    gates: [' -p'],
    shape: new RegExp(
      `\\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump)\\b${REST_OF_COMMAND}\\s-p(?!ort|rotocol|assword|lugin)${QUOTED_OR_BARE_VALUE}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    gates: [' -p'],
    shape: new RegExp(
      `(?:\\b(?:docker|podman|helm registry|nerdctl|oc|az|skopeo|buildah|crane|oras|regctl|argocd|rabbitmqadmin)\\b[^\\n|;&]{0,60}?\\blogin\\b|\\b(?:sshpass|mongo|mongosh|mongodump|mongorestore|twine|mosquitto_pub|mosquitto_sub))\\b${REST_OF_COMMAND}\\s-[pP]\\s{0,2}${QUOTED_OR_BARE_VALUE}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    gates: [' -p'],
    shape: new RegExp(
      `\\b(?:zip|unzip|ipmitool|sqlcmd|bcp|mosquitto_pub|mosquitto_sub)\\b${REST_OF_COMMAND}\\s-P\\s{0,2}${QUOTED_OR_BARE_VALUE}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    gates: [' -p', ' -hp'],
    shape: new RegExp(`\\b(?:7z|7za|7zz|rar|unrar)\\b${REST_OF_COMMAND}\\s-h?p${QUOTED_OR_BARE_VALUE}`, 'dg'),
  },
  {
    kind: 'password',
    gates: ['redis-cli'],
    shape: new RegExp(`\\bredis-cli\\b${REST_OF_COMMAND}\\s(?:-a|--pass)\\s{1,2}${QUOTED_OR_BARE_VALUE}`, 'dg'),
  },
  {
    kind: 'password',
    gates: [' -w'],
    shape: new RegExp(
      `\\bldap(?:search|modify|add|delete|passwd|whoami)\\b${REST_OF_COMMAND}\\s-w\\s{0,2}${QUOTED_OR_BARE_VALUE}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    gates: ['pass:'],
    shape: new RegExp(`(?<![\\w-])-pass(?:in|out)?\\s{1,2}["']?pass:(?<secret>[^\\s"'|;&<>]{1,200})`, 'dg'),
  },
  {
    kind: 'password',
    gates: [' /p:'],
    shape: new RegExp(`\\bx?freerdp\\b${REST_OF_COMMAND}\\s/p:${QUOTED_OR_BARE_VALUE}`, 'dg'),
  },
  {
    kind: 'password',
    gates: ['net use'],
    shape: new RegExp(`\\bnet use\\b${REST_OF_COMMAND}/user:\\S{1,80}\\s${QUOTED_OR_BARE_VALUE}`, 'dgi'),
  },
  {
    kind: 'password',
    gates: ['htpasswd'],
    shape: new RegExp(
      `\\bhtpasswd\\b\\s{1,2}-[A-Za-z]{0,6}b[A-Za-z]{0,6}\\s{1,2}(?:-\\S{1,20}\\s{1,2}){0,4}(?:\\S{1,200}\\s{1,2}){1,2}${QUOTED_OR_BARE_VALUE}(?=\\s{0,4}(?:$|[\\n|;&\`]))`,
      'dg',
    ),
  },
  {
    kind: 'password',
    gates: ['chpasswd'],
    shape: /(?<![\w.-])[a-z_][\w.-]{0,40}:(?<secret>[^\s"'|:]{1,200})["']?\s{0,4}\|\s{0,4}(?:sudo\s{1,4})?chpasswd/dg,
  },
  {
    kind: 'password',
    gates: [' -u', ' -a', '--user', '--proxy-user', '--auth'],
    shape:
      /\b(?:curl|https?|xh|curlie)\b[^\n|;]{0,300}?\s(?:-u|--user|--proxy-user|-U|-a|--auth)(?:\s{1,2}|=)["']?[^\s:"'<>$]{0,100}:(?<secret>[^\s"']{1,200})/dg,
  },
  {
    kind: 'password',
    gates: [' -u'],
    shape:
      /\b(?:smbclient|rpcclient|smbmap|net rpc)\b[^\n|;]{0,200}?-U\s{0,2}["']?[^\s%"']{1,80}%(?<secret>[^\s"']{1,200})/dg,
  },
  {
    kind: 'password',
    gates: ['rabbitmqctl'],
    shape: new RegExp(
      `\\brabbitmqctl\\s{1,2}(?:add_user|change_password|authenticate_user)\\s{1,2}\\S{1,80}\\s{1,2}${QUOTED_OR_BARE_VALUE}`,
      'dg',
    ),
  },
  {
    kind: 'password',
    gates: ['sqlplus', 'impdp', 'expdp', 'sqlldr', 'rman '],
    shape: /\b(?:sqlplus|impdp|expdp|sqlldr|rman)\b[^\n|;]{0,100}?\s["']?[\w.-]{1,60}\/(?<secret>[^\s"'@/]{1,100})@/dg,
  },
  {
    kind: 'password',
    gates: ['identified'],
    shape:
      /\bidentified\s{1,4}(?:with\s{1,4}\S{1,60}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?["'](?<secret>[^"'\n]{1,200})["']/dgi,
  },
];

/** Lines of files in which the position tells which field is the password. */
const fileRules: readonly PatternRule[] = [
  {
    kind: 'password',
    gates: [':'],
    shape:
      /(?:^|\n)[ \t>]{0,8}(?:[\w.-]{1,100}|\*):(?:\d{2,5}|\*):(?:[\w.-]{1,64}|\*):[\w.@-]{1,64}:(?<secret>[^\s:]{3,200})(?=\s*(?:$|\n))/dg,
  },
  {
    kind: 'password',
    gates: ['login'],
    shape: /\blogin\s{1,4}\S{1,100}\s{1,40}password\s{1,4}["']?(?<secret>[^\s"']{1,200})/dgi,
  },
  {
    kind: 'putty-key',
    gates: ['private-lines'],
    shape: /Private-Lines: ?\d{1,4}(?<secret>(?:\r?\n[A-Za-z0-9+/=]{1,80}){1,400})/dg,
  },
];

export const patternRules: readonly PatternRule[] = [
  addressRules,
  headerRules,
  pairRules,
  markRules,
  commandRules,
  fileRules,
].flat();
