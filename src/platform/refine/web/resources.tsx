import type { ResourceProps } from '@refinedev/core';
import type { ReactNode } from 'react';
import { ICONS } from '../../feature/web/icons.tsx';
import type { PageEntry, PageKey } from '../../feature/web/page.ts';
import { isOwn, OWN_PAGE } from '../../schema/own-resource.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { iconOf } from './icons.tsx';

/** What pages know of a resource beside its name; Refine hands it around as `meta`. */
export interface ResourceMeta {
  label: string;
  icon: ReactNode;
  /** Area of the permission table. */
  area: string;
  schema: EntitySchema;
}

/** What menu and breadcrumb know of a page. */
export interface PageMeta {
  label: string;
  icon: ReactNode;
  page: PageEntry;
  /** Name of the resource above it. */
  parent?: string;
  /** Whether Refine's menu leaves it out. */
  hide: boolean;
}

/** Refine's name of a page; schemas have the plain names. */
export const pageResource = (key: PageKey): string => `page:${key}`;

export const isPageMeta = (meta: object | undefined): meta is PageMeta => meta !== undefined && 'page' in meta;
export const isSchemaMeta = (meta: object | undefined): meta is ResourceMeta => meta !== undefined && 'schema' in meta;

/**
 * Refine's resources of the pages: the tree that `useMenu` and `useBreadcrumb` draw. Whether the role may open one is
 * asked where it is drawn.
 *
 * @param pages In the order of the menu
 */
export const pageResources = (pages: readonly PageEntry[], titleOf: (key: PageKey) => string): ResourceProps[] =>
  pages.map((page) => {
    const { key, path, icon, parent, group } = page;
    const meta: PageMeta = {
      label: titleOf(key),
      icon: icon && ICONS[icon],
      page,
      hide: group === undefined && key !== 'index',
      ...(parent && { parent: pageResource(parent) }),
    };
    return { name: pageResource(key), list: path, meta };
  });

/**
 * Refine's resources of the schemas that the current role may open, named like the schema. A resource that only one
 * tenant has brings its page; the others are shown by the pages of their features.
 */
export const schemaResources = (schemas: Iterable<readonly [string, EntitySchema]>): ResourceProps[] =>
  Array.from(schemas, ([name, schema]) => {
    const { area, icon } = schema['x-resource'];
    const meta: ResourceMeta = { label: schema.title, icon: iconOf(icon), area, schema };
    return { name, ...(isOwn(schema) && { list: `${OWN_PAGE}/${name}` }), meta };
  });
