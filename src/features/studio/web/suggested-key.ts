import { useEffect } from 'react';
import { useStable } from '../../../platform/ui/web/use-stable.ts';

/** The form of a key, and the keys that are taken. */
export interface KeyForm {
  separator: '-' | '_';
  max: number;
  /** Put in front of a key that would begin with a digit. */
  stem: string;
  taken: readonly string[];
}

/** A key with a number behind it where it is taken. */
function freeKey(key: string, { separator, taken }: KeyForm): string {
  if (!taken.includes(key)) return key;
  for (let n = 2; ; n++) if (!taken.includes(`${key}${separator}${n}`)) return `${key}${separator}${n}`;
}

/** A readable key of a title: Chinese as pinyin, as many whole syllables as fit. Empty where the title has no letter. */
export async function keyOfTitle(title: string, form: KeyForm): Promise<string> {
  // Loaded with the first title, since its dictionary is larger than the studio.
  const { pinyin } = await import('pinyin-pro');
  const syllables = pinyin(title, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive' }).flatMap(
    (one) => one.toLowerCase().match(/[a-z0-9]+/g) ?? [],
  );
  if (syllables.length === 0) return '';
  const parts = /^\d/.test(syllables[0] ?? '') ? [form.stem, ...syllables] : syllables;
  // Room for a number behind it.
  const room = form.max - 3;
  const fitting = parts.filter((_, i) => parts.slice(0, i + 1).join(form.separator).length <= room);
  return freeKey(fitting.length > 0 ? fitting.join(form.separator) : (parts[0] ?? '').slice(0, room), form);
}

/** Suggests a key whenever the title changes; without a form it suggests none, as after the key was typed. */
export function useSuggestedKey(title: string, form: KeyForm | undefined, suggest: (key: string) => void): void {
  const isWanted = form !== undefined;
  const keyFor = useStable(async (text: string) => (form === undefined ? '' : keyOfTitle(text, form)));
  const send = useStable(suggest);
  useEffect(() => {
    if (!isWanted || title.trim() === '') return undefined;
    let isCurrent = true;
    keyFor(title).then(
      (key) => {
        if (isCurrent && key !== '') send(key);
      },
      // Without the dictionary the numbered key stays.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [title, isWanted, keyFor, send]);
}
