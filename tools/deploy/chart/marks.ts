import { stringify } from 'yaml';

/** Places in a manifest whose text a template of Helm decides. A mark stands in the object and becomes the template's text when written. */
export class Marks {
  readonly #texts: ((indent: number) => string)[] = [];

  /** Marks a value that Helm prints in its place: `key: {{ expression }}`. */
  value(expression: string): string {
    return this.#add(() => `{{ ${expression} }}`);
  }

  /** Marks a value that Helm prints as YAML of any size, below its key. */
  block(expression: string): string {
    return this.#add((indent) => `{{- toYaml (${expression}) | nindent ${indent + 2} }}`);
  }

  /** Marks a line of a map that these lines replace, indented like it. `nindent +2` counts from that indentation. */
  lines(...lines: readonly string[]): Record<string, null> {
    return { [this.items(...lines)]: null };
  }

  /** Marks an item of a list that these lines replace, indented like it. */
  items(...lines: readonly string[]): string {
    return this.#add((indent) =>
      lines
        .map((line) => ' '.repeat(indent) + line)
        .join('\n')
        .replaceAll(/nindent \+(\d+)/g, (_, more: string) => `nindent ${indent + Number(more)}`),
    );
  }

  /** Writes an object as the text of a template. Braces that were in it before stay braces. */
  write(object: object): string {
    const text = stringify(object, { lineWidth: 0, aliasDuplicateObjects: false });
    return text
      .replaceAll('{{', '{{ "{{" }}')
      .replaceAll(/^( *)(?:- )?mark-(\d+)-(?:: null)?$/gm, (_, spaces: string, at: string) => this.#text(at, spaces))
      .replaceAll(/^( *)(.*?)mark-(\d+)-/gm, (_, spaces: string, before: string, at: string) =>
        withValue(spaces + before, this.#text(at, spaces)),
      );
  }

  #add(text: (indent: number) => string): string {
    return `mark-${this.#texts.push(text) - 1}-`;
  }

  #text(at: string, spaces: string): string {
    return this.#texts[Number(at)]!(spaces.length);
  }
}

/** A block begins on the next line, so that nothing may stand between it and its key. */
const withValue = (before: string, value: string) => (value.startsWith('{{-') ? before.trimEnd() : before) + value;
