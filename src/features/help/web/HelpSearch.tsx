import { useEffect } from 'react';
import { answerArticles } from './answer-articles.ts';
import { useArticles } from './use-articles.ts';

/** Keys of the articles that answer a question, the best first. */
export type FindArticles = (question: string) => readonly string[];

/** Gives its parent the search over the articles that concern the reader; renders nothing. */
export function HelpSearch({ onReady }: { onReady: (find: FindArticles) => void }) {
  const all = useArticles();
  useEffect(() => onReady((question) => answerArticles(all, question).map(({ key }) => key)), [all, onReady]);
  return null;
}
