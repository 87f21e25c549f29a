import { leavesChoice } from './left-choice.ts';

const puppeteer = {
  title: '4. Render PDFs with Puppeteer',
  content: 'A service pdf with Puppeteer, queue in Postgres.',
};
const ses = { title: '2. Use SES', content: 'SES sends the mail of the shop.' };
const decision = (content: string, title = 'Renderer') => ({ title, content });

it.each([
  ['We decided to move from Puppeteer to Typst for PDFs because a run takes 90 minutes.', puppeteer],
  ['We replace Puppeteer with Typst. PDFs get faster.', puppeteer],
  ['Switching the PDF renderer from Puppeteer to Typst.', puppeteer],
  ['We drop Puppeteer for Typst in the PDF service.', puppeteer],
  ['The mail of the shop moves from SES to Postmark.', ses],
])('finds that a later decision leaves an earlier choice: %s', (content, earlier) => {
  expect(leavesChoice(decision(content), earlier)).toBe(true);
});

it.each([
  ['We move from Typst to Puppeteer for PDFs.', puppeteer],
  ['We decided not to move from Puppeteer to Typst for PDFs.', puppeteer],
  ['We should move from Puppeteer to Typst for PDFs.', puppeteer],
  ['Do we move from Puppeteer to Typst for PDFs?', puppeteer],
  ['The browser tests move from Puppeteer to Playwright.', puppeteer],
  ['PDFs are rendered with Typst.', puppeteer],
  ['The logs move from SES to Postmark.', ses],
  ['A mail from Puppeteer to Typst came for PDFs.', puppeteer],
])('takes nothing for left: %s', (content, earlier) => {
  expect(leavesChoice(decision(content, 'Tests'), earlier)).toBe(false);
});
