import type { ResourceProps } from '@refinedev/core';
import type { ReactNode } from 'react';
import { FeatureIcon } from '../../feature/web/feature-icon.tsx';
import type { PageEntry, PageKey } from '../../feature/web/page.ts';
import { isOwn, OWN_PAGE } from '../../schema/own-resource.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { iconOf } from './icons.tsx';

/** `meta` of a Refine resource that has a schema. */
export interface ResourceMeta {
  label: string;
  icon: ReactNode;
  /** Area of the permission table. */
  area: string;
  schema: EntitySchema;
}

/** `meta` of a Refine resource that is a page. */
export interface PageMeta {
  label: string;
  icon: ReactNode;
  page: PageEntry;
  /** Name of the parent resource. */
  parent?: string;
  /** Whether Refine's menu omits it. */
  hide: boolean;
}

/** Refine's name of a page; the prefix keeps it apart from schemas. */
export const pageResource = (key: PageKey): string => `page:${key}`;

export const isPageMeta = (meta: object | undefined): meta is PageMeta => meta !== undefined && 'page' in meta;
export const isSchemaMeta = (meta: object | undefined): meta is ResourceMeta => meta !== undefined && 'schema' in meta;

/**
 * Refine resources of the pages, for `useMenu` and `useBreadcrumb`. The components check the rights.
 *
 * @param pages In the order of the menu
 */
export const pageResources = (pages: readonly PageEntry[], titleOf: (key: PageKey) => string): ResourceProps[] =>
  pages.map((page) => {
    const { key, path, icon, parent, group } = page;
    const meta: PageMeta = {
      label: titleOf(key),
      icon: icon && <FeatureIcon load={icon} />,
      page,
      hide: group === undefined && key !== 'index',
      ...(parent && { parent: pageResource(parent) }),
    };
    return { name: pageResource(key), list: path, meta };
  });

/**
 * Refine resources of the schemas that the role may open, named like the schema. Only resources of a single tenant get
 * a page; features have pages for the others.
 */
export const schemaResources = (schemas: Iterable<readonly [string, EntitySchema]>): ResourceProps[] =>
  Array.from(schemas, ([name, schema]) => {
    const { area, icon } = schema['x-resource'];
    const meta: ResourceMeta = { label: schema.title, icon: iconOf(icon), area, schema };
    return { name, ...(isOwn(schema) && { list: `${OWN_PAGE}/${name}` }), meta };
  });
