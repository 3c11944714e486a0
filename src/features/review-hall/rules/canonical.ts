/** JSON with the keys of every object sorted, as bundles are hashed and compared; what is undefined is left out. */
export function canonical(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const pairs = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}
