/** Calls that a feature makes of one above it, which it does not know. */
export interface Port<Calls extends object> {
  (): Calls
  /** Once, where the features are put together. What comes back restores what held before, for tests that give others. */
  give: (calls: Calls) => () => void
}

/** `what`: who should have given the calls. `otherwise`: what holds where nobody gives any. */
export function port<Calls extends object>(what: string, otherwise?: Calls): Port<Calls> {
  let given = otherwise
  const get = () => {
    if (!given) throw new Error(`nobody gives ${what}`)
    return given
  }
  return Object.assign(get, {
    give(calls: Calls) {
      const before = given
      given = calls
      return () => void (given = before)
    },
  })
}
