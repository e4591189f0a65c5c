import { Refine, useBreadcrumb, useMenu } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import classSchema from '../../../../schemas/entities/class.json' with { type: 'json' };
import { zh } from '../../../../src/app/web/texts/zh.ts';
import { inMenuOrder, menuOf } from '../../../../src/platform/pages/web/menu.ts';
import {
  isPageMeta,
  isSchemaMeta,
  pageResources,
  schemaResources,
} from '../../../../src/platform/refine/web/resources.tsx';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import '../../../support/web-features.ts';

// The literal types of the JSON file are wider than those of the vocabulary.
const schema = classSchema as unknown as EntitySchema;
const own: EntitySchema = {
  ...schema,
  $id: 'club',
  title: '社团',
  'x-resource': { ...schema['x-resource'], area: 'own-resource', path: '/v1/portal/x/club' },
};
const schemas: readonly (readonly [string, EntitySchema])[] = [
  ['class', schema],
  ['club', own],
];
const titleOf = (key: keyof typeof zh.page) => zh.page[key].title;

let menu: ReturnType<typeof useMenu>['menuItems'] = [];
let place: ReturnType<typeof useBreadcrumb>['breadcrumbs'] = [];
function Probe() {
  const { menuItems } = useMenu();
  const { breadcrumbs } = useBreadcrumb();
  useEffect(() => {
    menu = menuItems;
    place = breadcrumbs;
  });
  return null;
}
function at(path: string): void {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Refine
        routerProvider={routerProvider}
        resources={[...pageResources(inMenuOrder(), titleOf), ...schemaResources(schemas)]}
        options={{ disableTelemetry: true }}
      >
        <Probe />
      </Refine>
    </MemoryRouter>,
  );
}

afterEach(cleanup);

describe("Refine's resources", () => {
  it("are the menu: home, the groups in order, then the tenant's own resources", () => {
    at('/index');
    const pages = menu.flatMap(({ meta }) => (isPageMeta(meta) ? [meta.page.key] : []));
    const groups = menuOf(() => true).flatMap((section) => section.pages.map(({ key }) => key));
    expect(pages.filter((key) => key !== 'index')).toEqual(groups);
    expect(pages).toContain('index');
    const owns = menu.flatMap(({ meta, label, route }) => (isSchemaMeta(meta) ? [[label, route]] : []));
    expect(owns).toEqual([['社团', '/x/club']]);
  });

  it.each([
    ['/org-manage/class', [[zh.page.orgManage.title, '/org-manage'], zh.page.class.title]],
    ['/crisis/case/c1', [[zh.page.cases.title, '/crisis/case'], zh.page.case.title]],
    ['/teacher-manage/index', [zh.page.teacher.title]],
    ['/x/club', ['社团']],
  ])('name the parent of %s', (path, expected) => {
    at(path);
    const shown = place.map(({ label, href }, i) => (i === place.length - 1 ? label : [label, href]));
    expect(shown).toEqual(expected);
  });
});
