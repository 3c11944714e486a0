import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync } from 'rolldown/utils'
import type { SourceFile } from './files.ts'

export interface Import {
  /** As written. */
  specifier: string
  line: number
  /** Path of the project's file it leads to; undefined for packages and Node's own modules. */
  target: string | undefined
  builtin: boolean
  /** By `import()`. */
  dynamic: boolean
}

export interface Module {
  path: string
  imports: Import[]
  /** `export … from`: lines and whether everything is passed on. */
  reexports: { line: number; all: boolean }[]
  /** Has a statement beside imports and re-exports. */
  hasOwn: boolean
}

/** Parses every TypeScript and JavaScript file and finds where its imports lead. */
export function readModules(root: string, files: SourceFile[]): Module[] {
  const addresses = subpaths(root)
  return files.filter(({ path }) => /\.(ts|tsx|mts|mjs|js)$/.test(path)).map((file) => readModule(file, addresses))
}

function readModule({ path, text }: SourceFile, addresses: Map<string, string>): Module {
  const { module, program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const reexports = module.staticExports.flatMap(({ start, entries }) => {
    const { moduleRequest, importName } = entries[0] ?? {}
    return moduleRequest
      ? [
          {
            specifier: moduleRequest.value,
            start,
            line: lineAt(start),
            all: importName?.kind.startsWith('All') ?? false,
          },
        ]
      : []
  })
  const found: { specifier: string; start: number; dynamic?: boolean }[] = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ specifier: moduleRequest.value, start })),
    ...reexports.map(({ specifier, start }) => ({ specifier, start })),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
      return literal ? [{ specifier: literal[1]!, start, dynamic: true }] : []
    }),
  ]
  return {
    path,
    imports: found.map(({ specifier, start, dynamic = false }) => ({
      specifier,
      dynamic,
      line: lineAt(start),
      target: resolve(path, { specifier, addresses }),
      builtin: isBuiltin(specifier),
    })),
    reexports,
    hasOwn: program.body.some((node) => !isPassing(node)),
  }
}

function isPassing(node: { type: string; source?: unknown }): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  return node.type === 'ExportNamedDeclaration' && node.source != null
}

function resolve(
  from: string,
  { specifier, addresses }: { specifier: string; addresses: Map<string, string> },
): string | undefined {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  for (const [prefix, folder] of addresses) if (path.startsWith(prefix)) return folder + path.slice(prefix.length)
  return undefined
}

/** The `imports` of package.json: `#web/` → `src/web/`. */
function subpaths(root: string): Map<string, string> {
  const file = join(root, 'package.json')
  const { imports = {} } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
    imports?: Record<string, string>
  }
  return new Map(
    Object.entries(imports).map(([from, to]) => [from.replace(/\*$/, ''), to.replace(/^\.\//, '').replace(/\*$/, '')]),
  )
}
