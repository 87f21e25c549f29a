import { fileURLToPath } from 'node:url';
import { StaticFiles } from './static-files.ts';

/** Row of the list of pages, as tools/manual/render.ts writes it. */
export interface DocsPage {
  /** Path of the Markdown file below /docs. */
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly summary: string;
}

/** Files of the built docs: each page as HTML and as Markdown, pictures and a style sheet. */
export class DocsFiles {
  private readonly files: StaticFiles;

  constructor(folder = fileURLToPath(new URL('./docs/', import.meta.url))) {
    this.files = new StaticFiles(folder);
  }

  /** Finds a page by its address below /docs, which has no ending, or another file by its path. */
  async find(path: string) {
    const name = path.replace(/\/+$/, '');
    return (await this.files.find(name)) ?? this.files.find(name === '' ? 'index.html' : `${name}.html`);
  }

  /** Lists the pages; empty if the docs are not built. */
  async pages(): Promise<readonly DocsPage[]> {
    const file = await this.files.find('pages.json');
    return file ? (JSON.parse(file.bytes.toString('utf8')) as DocsPage[]) : [];
  }
}
