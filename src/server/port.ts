/** Calls that a feature makes of one above it, which it does not know. */
export interface Port<Calls extends object> {
  (): Calls
  /** Once, where the features are put together. */
  give: (calls: Calls) => void
}

/** `what`: who should have given the calls. */
export function port<Calls extends object>(what: string): Port<Calls> {
  let given: Calls | undefined
  const get = () => {
    if (!given) throw new Error(`nobody gives ${what}`)
    return given
  }
  return Object.assign(get, {
    give(calls: Calls) {
      given = calls
    },
  })
}
