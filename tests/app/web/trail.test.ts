import { describe, expect, it } from 'vitest';
import { trailTo } from '../../../src/app/web/shell/trail.ts';
import type { PageKey } from '../../../src/platform/feature/web/page.ts';
import { pageOf } from '../../../src/platform/pages/web/pages.ts';
import '../../support/web-features.ts';

const to = (key: PageKey, before: Parameters<typeof trailTo>[1] = []) => {
  const page = pageOf(key);
  if (page === undefined) throw new Error(`there is no page ${key}`);
  return trailTo(page, before);
};

describe('the trail', () => {
  it('restarts at the home page and at pages of the menu', () => {
    expect([to('index', to('class')), to('teacher', to('class')), to('class', to('teacher'))]).toEqual([
      [],
      [{ key: 'teacher', path: '/teacher-manage/index' }],
      [
        { key: 'orgManage', path: '/org-manage' },
        { key: 'class', path: '/org-manage/class' },
      ],
    ]);
  });

  it('continues to pages that are reached by links, and back along them', () => {
    const archive = to('archive', to('class'));
    const comment = to('comment', archive);
    expect(comment.map(({ key }) => key)).toEqual(['orgManage', 'class', 'archive', 'comment']);
    expect(to('archive', comment)).toEqual(archive);
  });

  it('never stores an address that names a person', () => {
    expect(to('comment', to('archive'))).toEqual([{ key: 'archive', path: '/student/archive' }, { key: 'comment' }]);
  });
});
