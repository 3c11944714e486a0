import type { SourceFile } from './files.ts'
import type { Module } from './modules.ts'
import type { Problem } from './problem.ts'

const METHODS = 'src/features/procurement/methods/'
const FREE = /\.test\.tsx?$|\/testing\/|^src\/demo\/|^e2e\/|^bench\//

/**
 * A purchase method is data, which the product asks by capability (`methodOf(order.method).offers`): whoever names one
 * method has to be edited for the next. Tests and the demonstration play one.
 */
export function checkMethodData(files: SourceFile[], modules: Module[]): Problem[] {
  const data = new Set(
    files
      .filter(({ path, text }) => path.startsWith(METHODS) && /^export const \w+ = method\(/m.test(text))
      .map(({ path }) => path),
  )
  return modules
    .filter(({ path }) => !path.startsWith(METHODS) && !FREE.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== undefined && data.has(target))
        .map(({ line, specifier }) => ({
          path,
          line,
          rule: 'method-data',
          text: `${specifier}: ask for a capability through methods/all.ts, not for a method`,
        })),
    )
}
