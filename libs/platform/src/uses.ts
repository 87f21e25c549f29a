import { Inject } from '@nestjs/common';

/**
 * Injects the commands of a store feature, of type `CallsOf<typeof feature>`. The backend provides them under the feature's
 * token.
 */
export const Uses = ({ token }: { readonly token: string }): ParameterDecorator => Inject(token);
