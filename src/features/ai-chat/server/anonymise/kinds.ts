/** What a placeholder stands for; the model reads the word. */
export const KINDS = [
  '学生',
  '教职工',
  '家长',
  '姓名',
  '班级',
  '学校',
  '电话',
  '证件',
  '学号',
  '号码',
  '邮箱',
  '网址',
  '账号',
  '地址',
  '日期',
  '文字',
] as const;
export type Kind = (typeof KINDS)[number];

/** A part of a text that identifies a person. */
export interface Span {
  from: number;
  to: number;
  kind: Kind;
}

/** Spans without overlaps: those that overlap become one, of the kind of the longest. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: (Span & { longest: number })[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const length = span.to - span.from;
    const last = merged.at(-1);
    if (last === undefined || span.from >= last.to) {
      merged.push({ ...span, longest: length });
      continue;
    }
    if (length > last.longest) Object.assign(last, { kind: span.kind, longest: length });
    last.to = Math.max(last.to, span.to);
  }
  return merged.map(({ from, to, kind }) => ({ from, to, kind }));
}
