/** One line of a verification. `ok` is null where the material to check it with was not given. */
export interface Check {
  id: string
  /** What is checked, for people. */
  title: string
  ok: boolean | null
  /** What was found, in Chinese. */
  detail: string
}

/** `valid`: all were checked and hold. `incomplete`: none fails, some could not be checked. */
export type Verdict = 'valid' | 'invalid' | 'incomplete'

export function verdictOf(checks: readonly Check[]): Verdict {
  if (checks.length === 0) return 'incomplete'
  if (checks.some((check) => check.ok === false)) return 'invalid'
  return checks.every((check) => check.ok) ? 'valid' : 'incomplete'
}

/**
 * Runs one check. `run` answers with the finding; what it throws is the failure, a `Missing` one is "not checked".
 * An exception never passes for success.
 */
export async function check(id: string, title: string, run: () => string | Promise<string>): Promise<Check> {
  try {
    return { id, title, ok: true, detail: await run() }
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    return { id, title, ok: cause instanceof Missing ? null : false, detail }
  }
}

/** Thrown inside a check when there is nothing to check with. */
export class Missing extends Error {}

/** Fails the check with this finding unless the condition holds. */
export function demand(condition: boolean, finding: string): asserts condition {
  if (!condition) throw new Error(finding)
}

/** The value, or "not checked" with this reason. */
export function given<T>(value: T | null | undefined, reason: string): T {
  if (value === null || value === undefined) throw new Missing(reason)
  return value
}
