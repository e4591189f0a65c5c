import { textOf, visible } from './article-texts.ts';
import type { Article } from './front-matter.ts';

/** Words of questions that say nothing about their subject. */
const EMPTY =
  /怎么样|怎么办|怎么|怎样|如何|为什么|什么|哪里|哪些|是否|可以|能不能|需要|请问|一下|应该|时候|我们|自己|进行|使用|里面|之后|以后/g;
/** Characters that bind words; a pair with one of them is no word. */
const BINDING = /[的了吗呢吧么着过和与或在是把被给对从就都也很这那我你他她它不]/;
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
/** Weights of the places where a pair of characters stands. */
const WEIGHT = { title: 6, summary: 3, text: 1 } as const;
/** An article that shares one chance pair with a question is no answer, unless its title has it. */
const LEAST = 0.4;
/** Of the best score; what has less is about something else. */
const NEAR = 0.4;
const MOST = 4;

/** Pairs of characters, and whole words of letters and digits. */
function pairsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of plain(text)
    .replaceAll(EMPTY, ' ')
    .matchAll(/\p{Script=Han}+|[a-z\d]{2,}/gu)) {
    if (/^[a-z\d]/.test(run)) found.add(run);
    else for (let i = 0; i < run.length - 1; i++) found.add(run.slice(i, i + 2));
  }
  return new Set([...found].filter((pair) => !BINDING.test(pair)));
}

/** The articles that answer a question in everyday words, the best first; none where they share too little. */
export function answerArticles(among: readonly Article[], question: string): readonly Article[] {
  const pairs = [...pairsOf(question)];
  if (pairs.length === 0) return [];
  const texts = among.map((article) => ({
    article,
    title: plain(article.title),
    summary: plain(article.summary),
    text: plain(visible(textOf(article))),
  }));
  // A pair that stands everywhere says little.
  const rarity = new Map(
    pairs.map((pair) => {
      const holding = texts.filter(({ title, summary, text }) => `${title} ${summary} ${text}`.includes(pair)).length;
      return [pair, Math.log((texts.length + 1) / Math.max(1, holding))];
    }),
  );
  const whole = pairs.reduce((sum, pair) => sum + (rarity.get(pair) ?? 0), 0);
  const scored = texts
    .map(({ article, title, summary, text }) => {
      const held = (pair: string, place: string): number => (place.includes(pair) ? (rarity.get(pair) ?? 0) : 0);
      const sum = (place: string) => pairs.reduce((total, pair) => total + held(pair, place), 0);
      return {
        article,
        isAbout: sum(title) > 0 || sum(`${title} ${summary} ${text}`) >= LEAST * whole,
        score: WEIGHT.title * sum(title) + WEIGHT.summary * sum(summary) + WEIGHT.text * sum(text),
      };
    })
    .filter(({ isAbout, score }) => isAbout && score > 0)
    .toSorted((a, b) => b.score - a.score);
  return scored
    .filter(({ score }) => score >= NEAR * (scored[0]?.score ?? 0))
    .slice(0, MOST)
    .map(({ article }) => article);
}

/** The paragraph of an article that says most about a question, as plain text. */
export function excerptFor(article: Article, question: string): string {
  const pairs = [...pairsOf(question)];
  const paragraphs = textOf(article)
    .replaceAll(/^#.*$/gm, '\n')
    .split(/\n{2,}|\n(?=[-\d>])/)
    .filter((paragraph) => paragraph.trim() !== '' && !paragraph.trim().startsWith('|'))
    .map((paragraph) =>
      visible(paragraph)
        .replace(/^\s*(?:-|\d+\.)\s*/, '')
        .trim(),
    );
  const holding = (pair: string) => paragraphs.filter((paragraph) => plain(paragraph).includes(pair)).length;
  const weights = pairs.map((pair): [string, number] => [pair, 1 / Math.max(1, holding(pair))]);
  const score = (paragraph: string) =>
    weights.reduce((sum, [pair, weight]) => sum + (plain(paragraph).includes(pair) ? weight : 0), 0);
  return paragraphs.reduce((best, one) => (score(one) > score(best) ? one : best), paragraphs[0] ?? '');
}
