import type { Article } from './front-matter.ts';

/** Words of questions that say nothing about their subject. */
const EMPTY = /怎么样|怎么办|怎么|怎样|如何|为什么|什么|哪里|哪些|是否|可以|能不能|需要|请问|一下|应该|时候|我们|自己|进行|使用|里面|之后|以后/g;
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
/** Weights of the places where a pair of characters stands. */
const WEIGHT = { title: 6, summary: 3, text: 1 } as const;
/** An article that shares one chance pair with a question is no answer. */
const LEAST = 0.25;
const MOST = 4;

/** Pairs of characters, and whole words of letters and digits. */
function pairsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of plain(text).replaceAll(EMPTY, ' ').matchAll(/\p{Script=Han}+|[a-z\d]{2,}/gu)) {
    if (/^[a-z\d]/.test(run)) found.add(run);
    else for (let i = 0; i < run.length - 1; i++) found.add(run.slice(i, i + 2));
  }
  return found;
}

const visible = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*#|>`]/g, '');

/** The articles that answer a question in everyday words, the best first; none where they share too little. */
export function answerArticles(among: readonly Article[], question: string): readonly Article[] {
  const pairs = [...pairsOf(question)];
  if (pairs.length === 0) return [];
  const texts = among.map((article) => ({
    article,
    title: plain(article.title),
    summary: plain(article.summary),
    text: plain(visible(article.text)),
  }));
  // A pair that stands everywhere says little.
  const rarity = new Map(
    pairs.map((pair) => {
      const holding = texts.filter(({ title, summary, text }) => `${title} ${summary} ${text}`.includes(pair)).length;
      return [pair, holding === 0 ? 0 : Math.log((texts.length + 1) / holding)];
    }),
  );
  const whole = pairs.reduce((sum, pair) => sum + (rarity.get(pair) ?? 0), 0);
  return texts
    .map(({ article, title, summary, text }) => {
      const held = (pair: string, place: string): number => (place.includes(pair) ? (rarity.get(pair) ?? 0) : 0);
      const sum = (place: string) => pairs.reduce((total, pair) => total + held(pair, place), 0);
      return {
        article,
        share: sum(`${title} ${summary} ${text}`) / whole,
        score: WEIGHT.title * sum(title) + WEIGHT.summary * sum(summary) + WEIGHT.text * sum(text),
      };
    })
    .filter(({ share }) => share >= LEAST)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ article }) => article);
}

/** The paragraph of an article that says most about a question, as plain text. */
export function excerptFor({ text }: Article, question: string): string {
  const pairs = [...pairsOf(question)];
  const paragraphs = text
    .split(/\n{2,}|\n(?=[-\d>])/)
    .filter((paragraph) => !/^#|^\|/.test(paragraph.trim()))
    .map((paragraph) => visible(paragraph).replace(/^\s*(?:-|\d+\.)\s*/, '').trim());
  const score = (paragraph: string) => pairs.filter((pair) => plain(paragraph).includes(pair)).length;
  return paragraphs.reduce((best, one) => (score(one) > score(best) ? one : best), paragraphs[0] ?? '');
}
