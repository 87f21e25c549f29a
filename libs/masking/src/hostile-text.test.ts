import { hostileTextContract } from '@cairn/testing';
import { maskText } from './index.ts';

hostileTextContract('libs/masking', {
  units: [
    'sk-',
    'sk-a',
    'ghp_',
    'AKIA',
    'eyJ',
    'eyJa.',
    'password: ',
    'cookie: a=b; ',
    'Set-Cookie: sid=',
    'curl -b ',
    'pin is ',
    'пароль ',
    '密码是',
    'mot de passe „',
    'token=',
    'a:b@',
    '://a:',
    '-----BEGIN ',
    'xoxb-',
    'cairn_',
    'Bearer ',
  ],
  readers: { 'secrets and private passages': (text) => maskText(text, { secrets: true }) },
});
