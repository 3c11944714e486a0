import { createStore } from './store.ts'

/** Numbers beside the entries that lead to an address, e.g. open to-dos; features set them, the shell shows them. */
const badges = createStore<Record<string, number>>({})

export const useBadges = badges.use

/** Sets the number of an address; 0 takes it away. */
export function setBadge(path: string, count: number): void {
  if ((badges.get()[path] ?? 0) !== count) badges.set({ [path]: count })
}
