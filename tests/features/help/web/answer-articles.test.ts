import { describe, expect, it } from 'vitest';
import { answerArticles, excerptFor } from '../../../../src/features/help/web/answer-articles.ts';
import { articles } from '../../../../src/features/help/web/articles.ts';

describe('articles that answer a question in everyday words', () => {
  it.each([
    ['怎样导入学生名单？', 'import-rolls'],
    ['发现学生有风险，怎样上报？', 'report-crisis'],
    ['学生写了遗书，怎么上报', 'report-crisis'],
    ['怎样发布一次心理测评？', 'plan-screening'],
    ['忘记密码了怎么办', 'forgotten-password'],
    ['新学年怎么升级', 'new-year'],
    ['监护人同意在哪里登记', 'consents'],
    ['学生转学，档案怎么转', 'transfers'],
  ])('%s → %s', (question, key) => {
    expect(answerArticles(articles, question)[0]?.key).toBe(key);
  });

  it('are few, and none for a question about something else', () => {
    for (const question of ['怎样导入学生名单？', '学生', '预警'])
      expect(answerArticles(articles, question).length).toBeLessThanOrEqual(4);
    for (const question of ['', '？？', '今天天气怎么样', 'hello world'])
      expect(answerArticles(articles, question)).toEqual([]);
  });

  it('show the paragraph that says most, without marks', () => {
    const article = articles.find(({ key }) => key === 'import-rolls');
    if (article === undefined) throw new Error('no article');
    const text = excerptFor(article, '导入之后怎么撤销');
    expect(text).toContain('撤销');
    expect(text).not.toMatch(/[*#|[\]]/);
  });
});
