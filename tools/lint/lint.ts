import { checkBoundaries } from './boundaries.ts'
import { checkCycles } from './cycles.ts'
import { listFiles } from './files.ts'
import { checkConflictTargets } from './conflict-targets.ts'
import { checkMethodData } from './method-data.ts'
import { checkMutual } from './mutual.ts'
import { checkOneReader } from './one-reader.ts'
import { readModules } from './modules.ts'
import type { Problem } from './problem.ts'
import { checkShape } from './shape.ts'
import { checkStyleSheets } from './style-sheets.ts'
import { checkTerms } from './terms.ts'
import { checkWords } from './words.ts'

/** Every problem of a project, in order of path and line. */
export function lint(root: string): Problem[] {
  const files = listFiles(root)
  const modules = readModules(root, files)
  const problems = [
    ...checkShape(files, modules),
    ...checkWords(files),
    ...checkStyleSheets(files),
    ...checkTerms(files),
    ...files.flatMap(checkConflictTargets),
    ...files.flatMap(checkOneReader),
    ...modules.flatMap(checkBoundaries),
    ...checkCycles(modules),
    ...checkMutual(modules),
    ...checkMethodData(files, modules),
  ]
  return problems.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
}
