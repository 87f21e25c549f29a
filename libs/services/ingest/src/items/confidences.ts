import { Injectable } from '@nestjs/common';
import type { FoundMemory } from '@cairn/contracts';
import { awaitsConfirmation, type Scope } from '@cairn/domain';
import { Clock } from '@cairn/ports';
import { combineConfidence, trustOf } from '@cairn/ranking';
import { evidence, type Evidence } from '@cairn/store';
import { plantedSignalsIn } from '@cairn/text';
import { Uses } from '@cairn/platform';

const trustField = (trust: FoundMemory['trust']) => (trust ? { trust } : {});

/** Adds to memories their current confidence, signs of planted instructions and forgotten sources, by the evidence that a scope sees. */
@Injectable()
export class Confidences {
  constructor(
    @Uses(evidence) private readonly evidence: Evidence,
    private readonly clock: Clock,
  ) {}

  /** Returns the memories with their confidence, the evidence that it is based on, and their forgotten sources. */
  async addTo(scope: Scope, memories: readonly FoundMemory[]): Promise<FoundMemory[]> {
    if (memories.length === 0) return [];
    const now = this.clock.now();
    const ids = memories.map(({ id }) => id);
    const evidence = await this.evidence.of({ scope, ids, at: now });
    return memories.map((memory) => {
      const signals = plantedSignalsIn(memory);
      const rated = { ...memory, isSuspect: signals.length > 0, isUnconfirmed: awaitsConfirmation(memory) };
      const { confidence, ...confidenceBasis } = combineConfidence(rated, now, evidence.get(memory.id));
      const { goneSources = [], isNameRetired = false } = evidence.get(memory.id) ?? {};
      return {
        ...memory,
        confidence,
        confidenceBasis,
        ...trustField(trustOf(rated, evidence.get(memory.id)?.contradictions)),
        ...(signals.length > 0 && { signals: [...signals] }),
        ...(goneSources.length > 0 && { goneSources: [...goneSources] }),
        ...(isNameRetired && { nameRetired: true as const }),
      };
    });
  }
}
