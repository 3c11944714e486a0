/** The parameters of an address with some of them changed; those that become empty leave it. */
export function changedParams(now: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
