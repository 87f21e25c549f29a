import { foldWithoutPunctuation } from './fold-text.ts';

it.each([
  ['a gate on pier nine', 'A  GATE\u200b on PIER nine.'],
  ['a gate on pier nine', 'а gаtе оn рiеr ninε'],
  ['PIER', 'РІЕR'],
  ['copy that', 'сору that'],
  ['re-deploy at noon', '* redeploy at noon!'],
  ['Сервер на порту 80', 'СЕРВЕР НА ПОРТУ 80'],
  ['В сервере nginx', 'в СЕРВЕРЕ Nginx'],
])('takes %j and %j for one text', (one, other) => {
  expect(foldWithoutPunctuation(one)).toBe(foldWithoutPunctuation(other));
});

it.each([
  ['año', 'ano'],
  ['port 10', 'port IO'],
  ['кот', 'kot'],
  ['Ни один', 'На один'],
])('takes %j and %j for two texts', (one, other) => {
  expect(foldWithoutPunctuation(one)).not.toBe(foldWithoutPunctuation(other));
});
