import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { imports, type Imports } from '@cairn/store';

/** Routes of past imports. Clients import by the routes that write items, and report here. */
@Controller()
export class ImportsController {
  constructor(@Uses(imports) private readonly imports: Imports) {}

  @Serves('listImports')
  async list(caller: Principal): Promise<RouteOutput<'listImports'>> {
    return { imports: await this.imports.list({ scope: scopeOf(caller), role: caller.role }) };
  }

  @Serves('reportImport')
  async report(
    author: Principal,
    { params: { importId }, body }: ParsedInput<'reportImport'>,
  ): Promise<RouteOutput<'reportImport'>> {
    await this.imports.report({ author, importId, report: body });
    return { importId, reported: true };
  }
}
