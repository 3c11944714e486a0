import { FEATURES } from '../features.ts'

/** Prints every registered call as `METHOD /api/path`, sorted by path: `npm run calls`. Needs no database. */
const lines = FEATURES.flatMap((feature) => feature.routes)
  .map(({ endpoint }) => ({ path: `/api${endpoint.path}`, method: endpoint.method }))
  .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
for (const { method, path } of lines) console.log(`${method.padEnd(6)} ${path}`)
