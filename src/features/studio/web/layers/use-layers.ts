import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { layerEntities, layerSubject } from '../../layer-contract.ts';

export type LayerSubject = DataOf<typeof layerSubject>;
export type LayerSchool = LayerSubject['schools'][number];

/** How often the page asks how far a layer has come, while schools wait for it. */
const WAITING_MS = 2000;

export const useLayerEntities = () =>
  useQuery({
    queryKey: ['layers', 'entities'],
    queryFn: ({ signal }) => call(layerEntities, {}, { signal, quiet: true }),
  });

export const useLayer = (entity: string, kind: number) =>
  useQuery({
    queryKey: ['layers', 'subject', entity, kind],
    queryFn: ({ signal }) => call(layerSubject, { params: { entity }, query: { kind } }, { signal, quiet: true }),
    enabled: entity !== '',
    refetchInterval: ({ state }) =>
      state.data?.schools.some((school) => school.state === 'waiting') ? WAITING_MS : false,
  });

/** Reloads everything about layers. */
export function useLayersReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['layers'] });
}
