import type { Area } from '../../../platform/access/generated/areas.ts';
import type { PageKey } from '../../../platform/feature/web/page.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { helpCentre } from './texts.zh.ts';

export type Topic = keyof typeof helpCentre.topics;
type Identity = keyof typeof IDENTITY;

/** An article of the help centre, as the head of its file declares it. */
export interface Article {
  /** The name of its file; it is in the address. */
  key: string;
  title: string;
  /** The title for readers of the English interface. */
  english: string;
  summary: string;
  topic: Topic;
  /** Position in its topic, ascending. */
  order: number;
  /** Whom it concerns. */
  identities: readonly Identity[];
  /** Areas of which the reader must be able to open one; empty: it concerns everyone with the identity. */
  areas: readonly Area[];
  /** Pages whose “?” opens it. */
  pages: readonly PageKey[];
}

const FIELDS = ['title', 'english', 'summary', 'topic', 'order', 'for', 'areas', 'pages'] as const;
type Field = (typeof FIELDS)[number];
/** What may be left out. */
const OPTIONAL: readonly Field[] = ['areas', 'pages'];

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);
const isIdentity = (word: string): word is Identity => Object.hasOwn(IDENTITY, word);
const isTopic = (word: string): word is Topic => Object.hasOwn(helpCentre.topics, word);
const words = (value = ''): string[] => value.split(' ').filter((word) => word !== '');

function fieldsOf(key: string, head: string): Partial<Record<Field, string>> {
  return Object.fromEntries(
    head.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
      if (!isField(name)) throw new Error(`${key}.md: not a field: ${line}`);
      return [name, value];
    }),
  );
}

/**
 * Reads the head of an article. Areas and pages are names that a test compares with the declared ones.
 *
 * @throws Error if a field is missing, unknown or has no valid value
 */
export function parseArticle(key: string, head: string): Article {
  const fields = fieldsOf(key, head);
  const missing = FIELDS.filter((name) => fields[name] === undefined && !OPTIONAL.includes(name));
  if (missing.length > 0) throw new Error(`${key}.md lacks ${missing.join(', ')}`);
  const { title = '', english = '', summary = '', topic = '', order } = fields;
  const identities = words(fields.for);
  if (!isTopic(topic)) throw new Error(`${key}.md: no topic: ${topic}`);
  if (!identities.every(isIdentity)) throw new Error(`${key}.md: no identity: ${identities.join(' ')}`);
  if (!Number.isInteger(Number(order))) throw new Error(`${key}.md: no order: ${order}`);
  return {
    key,
    title,
    english,
    summary,
    topic,
    order: Number(order),
    identities,
    areas: words(fields.areas) as Area[],
    pages: words(fields.pages) as PageKey[],
  };
}
