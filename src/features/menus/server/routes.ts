import type { Feature } from '#server/feature.ts'
import { implementForPerson } from '#server/implement.ts'
import { menus as menusCall } from '../contract.ts'
import { adminRoutes } from './menu-admin.ts'
import { menusOf } from './menu.ts'

/** What everybody finds where, and under which conditions of their tenant. */
export const menus: Feature = {
  name: 'menus',
  routes: [implementForPerson(menusCall, {}, menusOf), ...adminRoutes],
  topics: [{ prefix: 'menus', allows: async (_kernel, { actor }, id) => actor !== null && id === 'all' }],
}
