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
