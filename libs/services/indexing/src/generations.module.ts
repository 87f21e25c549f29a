import { Module, type DynamicModule } from '@nestjs/common';
import { AnswerComparison } from './answer-comparison.ts';
import { Comparison } from './comparison.ts';
import { GenerationsController } from './generations.controller.ts';
import { IndexGenerations, LanguageOfWords } from './index-generations.ts';

/** Routes that begin, verify and switch index generations. Processes that handle events fill them. */
@Module({ controllers: [GenerationsController], providers: [IndexGenerations, Comparison, AnswerComparison] })
export class GenerationsModule {
  static forRoot({ language }: Pick<LanguageOfWords, 'language'>): DynamicModule {
    return {
      module: GenerationsModule,
      providers: [{ provide: LanguageOfWords, useValue: new LanguageOfWords(language) }],
    };
  }
}
