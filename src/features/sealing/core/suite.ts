import type { Bytes } from './bytes.ts'
import { EnvelopeError } from './errors.ts'
import { GM } from './suite-gm.ts'
import { INTL } from './suite-intl.ts'
import type { Suite, SuiteName } from './suite-types.ts'

export const SUITES = { intl: INTL, gm: GM } satisfies Record<SuiteName, Suite>

/** The suite of a header; refuses with `unsupported-suite`. */
export function suiteOf(name: string): Suite {
  const suite = Object.hasOwn(SUITES, name) ? SUITES[name as SuiteName] : undefined
  if (!suite) throw new EnvelopeError('unsupported-suite', `suite ${name}`)
  return suite
}

/** The suite's hash of the concatenation of `parts`. */
export function digest(name: SuiteName, ...parts: Uint8Array[]): Bytes {
  const hash = suiteOf(name).hash()
  for (const part of parts) hash.update(part)
  return hash.digest()
}
