import type { SourceFile } from './files.ts'
import type { Problem } from './problem.ts'
import type { Module } from './modules.ts'

const MAX_LINES = 500
const GENERATED = /^(\/\/|--|\/\*) Made by `/
const COUNTED = /\.(ts|tsx|mts|mjs|js|css|sql|html)$/
/** Written by programs, or named by convention of the tools that read them. */
const NAMED_OTHERWISE = /^(README|LICENSE|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY|[A-Z]+)(\.md)?$/
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
/** Migrations are numbered: `0001_tenancy.sql`. */
const MIGRATION = /^db\/migrations\/[0-9]+[_-][a-z0-9_-]+\.(sql|ts)$/

/** The window through which the web kernel sees what its shell needs of two features. */
const PLATFORM = 'src/web/platform.ts'

/**
 * Names in kebab-case, files of a size one can read, no files that only pass others' exports on, unless to make one
 * piece of them that is loaded apart.
 */
export function checkShape(files: SourceFile[], modules: Module[]): Problem[] {
  const imported = modules.flatMap(({ imports }) =>
    imports.filter(({ dynamic }) => !dynamic).map(({ target }) => target),
  )
  const loadedApart = new Set(
    modules.flatMap(({ imports }) => imports.filter(({ dynamic }) => dynamic).map(({ target }) => target)),
  )
  for (const target of imported) loadedApart.delete(target)
  const barrels = modules.filter(({ path }) => !loadedApart.has(path) && path !== PLATFORM).flatMap(checkBarrel)
  return [...files.flatMap(checkName), ...files.flatMap(checkSize), ...barrels]
}

function checkName({ path }: SourceFile): Problem[] {
  if (MIGRATION.test(path)) return []
  const wrong = path.split('/').find((part) => !KEBAB.test(part) && !NAMED_OTHERWISE.test(part))
  return wrong === undefined ? [] : [{ path, line: 1, rule: 'name', text: `${wrong} is not in kebab-case` }]
}

function checkSize({ path, text }: SourceFile): Problem[] {
  const lines = text.trimEnd().split('\n').length
  if (!COUNTED.test(path) || GENERATED.test(text) || lines <= MAX_LINES) return []
  return [{ path, line: MAX_LINES, rule: 'size', text: `${lines} lines; split what is over ${MAX_LINES}` }]
}

function checkBarrel({ path, reexports, hasOwn }: Module): Problem[] {
  const all = reexports.find((one) => one.all)
  const line = all?.line ?? reexports[0]?.line
  if (line === undefined || (hasOwn && !all)) return []
  return [{ path, line, rule: 'barrel', text: 'passes on what others export; import it where it is made' }]
}
