import { Inject } from '@nestjs/common';

/** Injects the commands of a feature of the store, typed `CallsOf<typeof feature>`. The backend provides them by the feature's token. */
export const Uses = ({ token }: { readonly token: string }): ParameterDecorator => Inject(token);
