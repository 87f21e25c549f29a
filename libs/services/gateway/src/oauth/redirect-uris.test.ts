import { destinationOf, isOwnRedirect, isRedirectUri, redirectWith } from './redirect-uris.ts';

it.each([
  'https://claude.ai/api/mcp/auth_callback',
  'http://127.0.0.1:33418/',
  'http://localhost:8080/callback?x=1',
  'http://[::1]/back',
  'vscode://vscode.github-authentication/did-authenticate',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/back',
])('takes %s', (uri) => {
  expect(isRedirectUri(uri)).toBe(true);
});

it.each([
  'http://example.com/back',
  'http://127.0.0.1.example.com/back',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'about:blank',
  'https://example.com/back#part',
  'https://example.com/back#',
  'https://user@example.com/back',
  `https://example.com/${'x'.repeat(1_000)}`,
  'nothing',
  '',
])('refuses %s', (uri) => {
  expect(isRedirectUri(uri)).toBe(false);
});

it.each([
  ['https://a.example.com/back', 'https://a.example.com/back', true],
  ['https://a.example.com/back', 'https://a.example.com/back/', false],
  ['https://a.example.com/back', 'https://a.example.com:8443/back', false],
  ['https://a.example.com/back', 'https://b.example.com/back', false],
  ['http://127.0.0.1/back', 'http://127.0.0.1:5123/back', true],
  ['http://127.0.0.1:1/back', 'http://127.0.0.1:5123/back', true],
  ['http://127.0.0.1/back', 'http://127.0.0.1:5123/other', false],
  ['http://localhost/back', 'http://127.0.0.1:5123/back', false],
  ['javascript:alert(1)', 'javascript:alert(1)', false],
])('compares %s with %s', (own, asked, isSame) => {
  expect(isOwnRedirect([own], asked)).toBe(isSame);
});

it.each([
  ['https://claude.ai/back', 'claude.ai'],
  ['http://127.0.0.1:5/back', 'this machine'],
  ['cursor://x/back', 'cursor'],
])('names the place of %s', (uri, place) => {
  expect(destinationOf(uri)).toBe(place);
});

it('keeps the parameters of an address, and adds no undefined one', () => {
  expect(redirectWith('https://a.example.com/back?x=1', { code: 'a b', state: undefined })).toBe(
    'https://a.example.com/back?x=1&code=a+b',
  );
});
