import * as React from 'react';

/*
 * React's development build makes an Error for each element that it creates, up to a number in each second: its stack
 * tells a warning which component made the element. Here the number is always reached.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('this React counts the stacks of elements elsewhere');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });
