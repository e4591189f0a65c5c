import type { ServerFeature } from '../../feature/server/feature.ts';
import type { DemoPart } from './demo.ts';

/** Features, as far as a demo is concerned. */
export type DemoFeatures = readonly Pick<ServerFeature, 'name' | 'demo'>[];

/**
 * Loads the parts of all features, each after those that it names, otherwise in the order of the features.
 *
 * @throws Error where a part names a feature that has none, or parts wait for each other
 */
export async function demoParts(features: DemoFeatures): Promise<DemoPart[]> {
  const waiting = new Map<string, DemoPart>();
  for (const { name, demo } of features) if (demo) waiting.set(name, (await demo()).demo);
  const names = new Set(waiting.keys());
  const ordered: DemoPart[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].find(([, { after = [] }]) =>
      after.every((name) => names.has(name) && !waiting.has(name)),
    );
    if (!ready) throw new Error(`demo parts without an order: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(ready[0]);
    ordered.push(ready[1]);
  }
  return ordered;
}
