import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { call } from '../../../platform/http/web/call.ts';
import { isSame } from '../../../platform/schema/diff.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { studioCheck, studioResource } from '../contract.ts';
import { draftOf, overlayOf } from './draft.ts';

export type Subject = DataOf<typeof studioResource>;
export type Finding = Subject['problems'][number];

const CHECK_AFTER_MS = 300;

const subjectKey = (entity: string) => ['studio', 'resource', entity];

export function useSubject(entity: string) {
  return useQuery({
    queryKey: subjectKey(entity),
    queryFn: ({ signal }) => call(studioResource, { params: { entity } }, { signal, quiet: true }),
    staleTime: Infinity,
    enabled: entity !== '',
  });
}

/** Reads everything of the studio anew: after publishing, purging, or where somebody else was faster. */
export function useRenewal(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['studio'] });
}

export interface Draft {
  schema: EntitySchema;
  overlay: JsonObject;
  /** It says something else than what is in force. */
  changed: boolean;
  change: (next: EntitySchema) => void;
  undo: (() => void) | undefined;
  /** Back to what is in force. */
  discard: () => void;
}

const NOTHING: JsonObject = {};

/**
 * The draft of one subject, and the steps back from it. It is kept as what it changes, so that it lies over whatever
 * somebody else publishes meanwhile.
 */
export function useDraft({ ground, overlay: published }: Subject): Draft {
  const start = useMemo(() => draftOf(ground, published), [ground, published]);
  const [steps, setSteps] = useState<readonly JsonObject[]>([]);
  const mine = steps.at(-1) ?? NOTHING;
  const schema = useMemo(() => draftOf(start, mine), [start, mine]);
  const overlay = useMemo(() => overlayOf(ground, schema), [ground, schema]);
  return {
    schema,
    overlay,
    changed: !isSame(overlayOf(ground, start), overlay),
    change: (next) => setSteps((before) => [...before, overlayOf(start, next)]),
    undo: steps.length > 0 ? () => setSteps((before) => before.slice(0, -1)) : undefined,
    discard: () => setSteps([]),
  };
}

export interface Verdict {
  /** `undefined` while the server has not said. */
  findings: readonly Finding[] | undefined;
  /** The last draft that was right, as it would be in force. */
  schema: EntitySchema;
}

/** What the server says of a draft, soon after each change. */
export function useVerdict(entity: string, overlay: JsonObject, inForce: EntitySchema): Verdict {
  const text = JSON.stringify(overlay);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    queryKey: ['studio', 'check', entity, asked],
    queryFn: ({ signal }) =>
      call(studioCheck, { params: { entity }, body: { overlay: JSON.parse(asked) as JsonObject } }, { signal }),
  });
  const [good, setGood] = useState(inForce);
  if (data?.schema && data.schema !== good) setGood(data.schema);
  return { findings: asked === text ? data?.findings : undefined, schema: data?.schema ?? good };
}
