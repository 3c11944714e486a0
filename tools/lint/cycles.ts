import type { Problem } from './problem.ts'
import type { Module } from './modules.ts'

/** Import cycles, each once: reported at its first file in order of path. Imports of types count, they tie as well. */
export function checkCycles(modules: Module[]): Problem[] {
  const graph = new Map(modules.map((module) => [module.path, module.imports]))
  const done = new Set<string>()
  const problems: Problem[] = []
  const visit = (path: string, way: string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) {
      problems.push(problemOf(way.slice(at), graph))
      return
    }
    if (done.has(path)) return
    way.push(path)
    for (const { target } of graph.get(path) ?? []) if (target !== undefined && graph.has(target)) visit(target, way)
    way.pop()
    done.add(path)
  }
  for (const path of [...graph.keys()].toSorted()) visit(path, [])
  return problems
}

function problemOf(cycle: string[], graph: Map<string, Module['imports']>): Problem {
  const first = cycle.indexOf(cycle.toSorted()[0]!)
  const turned = [...cycle.slice(first), ...cycle.slice(0, first)]
  const path = turned[0]!
  const next = turned[1] ?? path
  const line = graph.get(path)?.find(({ target }) => target === next)?.line ?? 1
  return { path, line, rule: 'cycle', text: `imports in a circle: ${[...turned, path].join(' → ')}` }
}
