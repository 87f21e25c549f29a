import { foldedForms, foldWithoutPunctuation } from './fold-text.ts';

it.each([
  ['a gate on pier nine', 'A  GATE\u200b on PIER nine.'],
  ['a gate on pier nine', 'а gаtе оn рiеr ninε'],
  ['PIER', 'РІЕR'],
  ['copy that', 'сору that'],
  ['re-deploy at noon', '* redeploy at noon!'],
  ['Сервер на порту 80', 'СЕРВЕР НА ПОРТУ 80'],
  ['В сервере nginx', 'в СЕРВЕРЕ Nginx'],
  ['nineteen to the pier', 'ninεtεεn το the pier'],
  ['Henry says nine', 'ΗENRY SAΥS ΝINE'],
  ['the code is 4711', 'тһе соԁе іѕ 4711'],
  ['Сервер базы стоит на порту', 'Cервер базы стоит на порту'],
  ['Сервер nginx', 'Cepвep nginx'],
  ['Пароль от сейфа', 'Пaроль от ceйфa'],
  ['какой-то сервер', 'КАКОЙТО сервер'],
  ['ναι και όχι το server', 'ΝΑΙ ΚΑΙ ΌΧΙ ΤΟ SERVER'],
  ['5 µs', '5 ΜS'],
])('takes %j and %j for one text', (one, other) => {
  expect(foldWithoutPunctuation(one)).toBe(foldWithoutPunctuation(other));
});

it.each([
  ['año', 'ano'],
  ['port 10', 'port IO'],
  ['the lock waits 5 µs', 'the lock waits 5 ms'],
  ['5μmol of it', '5mmol of it'],
  ['version β of it', 'version B of it'],
  ['option В of it', 'option B of it'],
  ['an angle α', 'an angle a'],
  ['the Kα line of αβ', 'the Ka line of ab'],
  ['это кот', 'это kot'],
  ['Ни один', 'На один'],
])('takes %j and %j for two texts', (one, other) => {
  expect(foldWithoutPunctuation(one)).not.toBe(foldWithoutPunctuation(other));
});

it.each([
  ['Plain text of 5 µs.', ['plaintextof5μs']],
  ['Это кот и сервер.', ['этокотисервер']],
  ['rе-deploy it', ['redeployit', 'rеdeployit']],
])('looks %j up by %j', (text, forms) => {
  expect(foldedForms(text)).toEqual(forms);
});

it.each([
  'аb'.repeat(200_000),
  'а b '.repeat(100_000),
  '-'.repeat(400_000),
  'a-'.repeat(200_000),
  `a${'!'.repeat(400_000)}`,
])('folds hostile texts in linear time', (text) => {
  expect(foldWithoutPunctuation(text).length).toBeLessThanOrEqual(text.length);
});
