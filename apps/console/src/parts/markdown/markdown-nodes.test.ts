import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { markdownNodes } from './markdown-nodes.ts';

const markupOf = (text: string) => renderToStaticMarkup(markdownNodes(text)).replaceAll(' dir="auto"', '');

describe('stored Markdown', () => {
  it.each([
    [
      'paragraphs, lists and code',
      'Run `ls`:\n\n1. one\n2. **two**',
      '<p>Run <code>ls</code>:</p>\n<ol><li>one</li><li><strong>two</strong></li></ol>',
    ],
    ['headings below those of the screen', '# A\n\n##### B', '<h3>A</h3><h6>B</h6>'],
    [
      'links to other places without a way back',
      '[a](https://example.org/)',
      '<p><a href="https://example.org/" target="_blank" rel="noopener noreferrer nofollow">a</a></p>',
    ],
    [
      'pictures as links, which load nothing',
      '![a picture](https://example.org/a.png)',
      '<p><a href="https://example.org/a.png" target="_blank" rel="noopener noreferrer nofollow">a picture</a></p>',
    ],
    ['names of files as text', 'See routes.md and a@example.org', '<p>See routes.md and a@example.org</p>'],
  ])('shows %s', (_, text, markup) => {
    expect(markupOf(text).replaceAll('\n', '')).toBe(markup.replaceAll('\n', ''));
  });

  it.each([
    '<img src=x onerror="alert(1)">',
    '<script>alert(2)</script>',
    '<a href="javascript:alert(3)">x</a>',
    '<!-- hidden -->',
    '<iframe src="about:blank"></iframe>',
  ])('shows HTML as text: %s', (text) => {
    const markup = markupOf(text);

    expect(markup).toMatch(/&lt;/);
    expect(markup).not.toMatch(/<(?!\/?p>)/);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.org',
    '/v1/memories',
    '&#106;avascript:x',
  ])('makes no link to %s', (address) => {
    expect(markupOf(`[a](${address}) ![b](${address}) <${address}>`)).not.toMatch(/<a|<img/);
  });
});
