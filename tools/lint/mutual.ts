import type { Module } from './modules.ts'
import type { Problem } from './problem.ts'

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
    if (from > to || !back) continue
    const [at] = (there.length <= back.length ? there : back).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    problems.push({
      ...at!,
      rule: 'mutual',
      text: `${from} and ${to} import one another (${there.length}, ${back.length})`,
    })
  }
  return problems
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}
