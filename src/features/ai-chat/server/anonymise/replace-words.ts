import type { FoundName } from '../queries/names.ts';
import type { Candidates } from './candidates.ts';
import { findNames, placesOf } from './find-names.ts';
import { findShapes } from './find-shapes.ts';
import { findUnknownNames } from './find-unknown.ts';
import { foldTight } from './fold.ts';
import { mergeSpans, type Span } from './kinds.ts';
import { placeholderLike, type Placeholders } from './placeholders.ts';

interface Known {
  candidates: Candidates;
  names: readonly FoundName[];
  /** The current year. */
  year: number;
}

/** A single character stands in too many words. */
const AGAIN_MIN = 2;

/** Words that were replaced before in the conversation, and those of this text, wherever they stand. */
function again(text: string, placeholders: Placeholders): Span[] {
  const tight = foldTight(text);
  return [...placeholders.known()].flatMap(({ form, kind }) =>
    form.length < AGAIN_MIN ? [] : [...placesOf(tight, form)].map(({ from, to }) => ({ from, to, kind })),
  );
}

function put(text: string, spans: readonly Span[], placeholders: Placeholders): string {
  let [done, at] = ['', 0];
  for (const { from, to, kind } of spans) {
    done += text.slice(at, from) + placeholders.nameFor(kind, text.slice(from, to));
    at = to;
  }
  return done + text.slice(at);
}

/** Replaces everything in a text that identifies a person. What looks like a placeholder is replaced as well. */
export function replaceWords(text: string, placeholders: Placeholders, { candidates, names, year }: Known): string {
  const typed = placeholderLike(text).map((place): Span => ({ ...place, kind: '文字' }));
  const spans = [...typed, ...findNames(text, candidates, names), ...findShapes(text, year), ...findUnknownNames(text)];
  const found = mergeSpans([...spans, ...again(text, placeholders)]);
  // Gives the new words their placeholders, so that their other occurrences are found too.
  for (const { from, to, kind } of found) placeholders.nameFor(kind, text.slice(from, to));
  return put(text, mergeSpans([...found, ...again(text, placeholders)]), placeholders);
}
