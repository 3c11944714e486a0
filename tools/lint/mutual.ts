import type { Module } from './modules.ts'
import type { Problem } from './problem.ts'

/** Pairs that still lean on one another; whoever parts one takes it out. */
const NOT_YET_PARTED = new Set<string>(['joint-key procurement'])

const HERE = 'tools/lint/mutual.ts'

interface Lean {
  path: string
  line: number
}

/** Features that import one another, tests aside: each pair once, at the side that leans less on the other. */
export function checkMutual(modules: Module[]): Problem[] {
  const leans = new Map<string, Lean[]>()
  for (const { path, imports } of modules) {
    const from = featureOf(path)
    if (from === undefined || /\.test\.tsx?$|\/testing\//.test(path)) continue
    for (const { target, line } of imports) {
      const to = target === undefined ? undefined : featureOf(target)
      if (to === undefined || to === from) continue
      const key = `${from} ${to}`
      leans.set(key, [...(leans.get(key) ?? []), { path, line }])
    }
  }
  const problems: Problem[] = []
  for (const [key, there] of leans) {
    const [from, to] = key.split(' ') as [string, string]
    const back = leans.get(`${to} ${from}`)
    if (from > to || !back || NOT_YET_PARTED.has(key)) continue
    const [at] = (there.length <= back.length ? there : back).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    problems.push({
      ...at!,
      rule: 'mutual',
      text: `${from} and ${to} import one another (${there.length}, ${back.length})`,
    })
  }
  // Another project, of a test, has no such list.
  if (!modules.some(({ path }) => path === HERE)) return problems
  for (const pair of NOT_YET_PARTED) {
    const [from, to] = pair.split(' ')
    if (!leans.has(pair) || !leans.has(`${to} ${from}`))
      problems.push({ path: HERE, line: 1, rule: 'mutual', text: `${pair} are parted: take them out` })
  }
  return problems
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}
