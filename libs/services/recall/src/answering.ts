import type { Provider } from '@nestjs/common';
import { Associations } from './hits/associations.ts';
import { EmptyReasons } from './hits/empty-reasons.ts';
import { Hydration } from './hits/hydration.ts';
import { ContextReader } from './question/context-reader.ts';
import { EventTimes } from './question/event-times.ts';
import { Speakers } from './question/speakers.ts';
import { RecallMeasures } from './recall-measures.ts';
import { AnswersHere } from './answers-here.ts';
import { NearSearch } from './preflight/near-search.ts';
import { Preflights } from './preflight/preflights.ts';
import { StandingInstructions } from './preflight/standing-instructions.ts';
import { Recall } from './recall.ts';
import { DenseRetriever } from './retrievers/dense-retriever.ts';
import { GraphRetriever } from './retrievers/graph-retriever.ts';
import { LexicalRetriever } from './retrievers/lexical-retriever.ts';
import { QueryEmbeddings } from './retrievers/query-embedding.ts';
import { Retrievers, type Retriever } from './retrievers/retriever.ts';
import { WaitingVectors } from './retrievers/waiting-vectors.ts';
import { CandidateRetrieval } from './search/candidate-retrieval.ts';
import { ForeignTopics } from './search/foreign-topics.ts';
import { GraphAnswers } from './search/graph-answers.ts';
import { RankedSearch } from './search/ranked-search.ts';
import { Reranker } from './search/reranker.ts';

const retrievers = [LexicalRetriever, DenseRetriever, GraphRetriever];

/** Classes that answer questions and check actions, in the main thread or in a thread of recalls. */
export const answering: readonly Provider[] = [
  ...retrievers,
  { provide: Retrievers, inject: retrievers, useFactory: (...all: Retriever[]) => new Retrievers(all) },
  AnswersHere,
  Recall,
  Preflights,
  NearSearch,
  StandingInstructions,
  Associations,
  ContextReader,
  RankedSearch,
  CandidateRetrieval,
  Reranker,
  ForeignTopics,
  GraphAnswers,
  Hydration,
  EmptyReasons,
  QueryEmbeddings,
  WaitingVectors,
  RecallMeasures,
  Speakers,
  EventTimes,
];
