import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { call } from '../../../platform/http/web/call.ts';
import { isObject, sameValue, type JsonObject } from '../../../platform/schema/json.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { slot, tabStorage } from '../../../platform/state/web/storage.ts';
import { studioCheck, studioResource } from '../contract.ts';
import { draftOf, overlayOf } from './draft.ts';

export type Subject = DataOf<typeof studioResource>;
export type Finding = Subject['problems'][number];

/** Milliseconds from the last change until the draft is checked. */
const CHECK_AFTER_MS = 300;

/** How often the page asks whether stored rows are prepared for filters. */
const KEEPING_MS = 3000;

const subjectKey = (entity: string) => ['studio', 'resource', entity];

export const subjectQuery = (entity: string) =>
  queryOptions({
    queryKey: subjectKey(entity),
    queryFn: ({ signal }) => call(studioResource, { params: { entity } }, { signal, quiet: true }),
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) => data?.keeping === true && KEEPING_MS,
  });

export function useSubject(entity: string) {
  return useQuery({ ...subjectQuery(entity), enabled: entity !== '' });
}

/** Reloads everything in the studio: after publishing, purging, or a conflict with another user. */
export function useStudioReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['studio'] });
}

export interface Draft {
  schema: EntitySchema;
  overlay: JsonObject;
  /** Whether the draft differs from the published overlay. */
  changed: boolean;
  change: (next: EntitySchema) => void;
  undo: (() => void) | undefined;
  /** Resets the draft to the published overlay. */
  discard: () => void;
}

const NO_CHANGES: JsonObject = {};

const isSteps = (value: unknown): value is readonly JsonObject[] => Array.isArray(value) && value.every(isObject);

/**
 * The draft of one resource with undo steps. A step stores only the changes, so that it still applies when another user
 * publishes. The steps survive a reload of the page.
 *
 * @param start The first step of a draft that has none
 */
export function useDraft(
  { entity, ground: base, overlay: publishedOverlay }: Pick<Subject, 'entity' | 'ground' | 'overlay'>,
  start?: (schema: EntitySchema) => EntitySchema,
): Draft {
  const { org } = useCurrentUser();
  const stored = useMemo(() => slot(tabStorage, `xinyu.studio.${org.org_id}.${entity}`, isSteps), [org.org_id, entity]);
  const published = useMemo(() => draftOf(base, publishedOverlay), [base, publishedOverlay]);
  const [steps, setSteps] = useState<readonly JsonObject[]>(
    () => stored.get() ?? (start ? [overlayOf(published, start(published))] : []),
  );
  useEffect(() => {
    if (steps.length > 0) stored.set(steps);
    else stored.clear();
    // A reload runs no clean-up, so the draft stays; a user who leaves the page has confirmed to lose it.
    return () => stored.clear();
  }, [steps, stored]);
  const changes = steps.at(-1) ?? NO_CHANGES;
  const schema = useMemo(() => draftOf(published, changes), [published, changes]);
  const overlay = useMemo(() => overlayOf(base, schema), [base, schema]);
  return {
    schema,
    overlay,
    changed: !sameValue(overlayOf(base, published), overlay),
    change: (next) => setSteps((before) => [...before, overlayOf(published, next)]),
    undo: steps.length > 0 ? () => setSteps((before) => before.slice(0, -1)) : undefined,
    discard: () => setSteps([]),
  };
}

export interface DraftCheck {
  /** Undefined until the server has checked the draft. */
  findings: readonly Finding[] | undefined;
  /** The schema of the last valid draft, as publishing would produce it. */
  schema: EntitySchema;
}

type Checked = DataOf<typeof studioCheck>;

/**
 * Lets the server check the draft shortly after each change.
 *
 * @param ask The call that checks; default that of the organisation's own overlay
 */
export function useDraftCheck(
  entity: string,
  overlay: JsonObject,
  published: EntitySchema,
  ask: (overlay: JsonObject, signal: AbortSignal) => Promise<Checked> = (draft, signal) =>
    call(studioCheck, { params: { entity }, body: { overlay: draft } }, { signal }),
): DraftCheck {
  const serialized = JSON.stringify(overlay);
  const [checked, setChecked] = useState(serialized);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(serialized), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [serialized]);
  const { data } = useQuery({
    queryKey: ['studio', 'check', entity, checked],
    queryFn: ({ signal }) => ask(JSON.parse(checked) as JsonObject, signal),
  });
  const [lastValid, setLastValid] = useState(published);
  if (data?.schema && data.schema !== lastValid) setLastValid(data.schema);
  return { findings: checked === serialized ? data?.findings : undefined, schema: data?.schema ?? lastValid };
}
