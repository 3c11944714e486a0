/* A value of JSON altered somewhere, for what two verifiers must judge alike: the same values at each run. */

export type Place = (string | number)[]

/** Numbers from 0 to below 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Where each value stands that holds no others. */
export function leavesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...at, key]))
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)
}

/** A copy with one value exchanged for another of its kind, mostly, or taken out of its list; `among`: places that may be. */
export function altered<T>(whole: T, next: () => number, among: (place: Place) => boolean): { what: string; value: T } {
  const value = structuredClone(whole)
  const leaves = leavesOf(value).filter(among)
  const pick = <V>(list: readonly V[]): V => list[Math.floor(next() * list.length)]!
  const place = pick(leaves)
  const old = valueAt(value, place)
  const alike = leaves.map((one) => valueAt(value, one)).filter((one) => typeof one === typeof old && one !== old)
  const others = [...alike, null, true, false, 0, 1, 2, '0', '8.0', '50', '1e1', '', 'x']
  const put = pick(typeof old === 'boolean' ? [!old] : next() < 0.8 && alike.length > 0 ? alike : others)
  const key = place.at(-1)!
  const holder = valueAt(value, place.slice(0, -1)) as Record<string, unknown>
  if (next() < 0.1 && Array.isArray(holder)) holder.splice(Number(key), 1)
  else holder[key] = put
  return { what: `${place.join('/')}: ${JSON.stringify(old)} → ${JSON.stringify(put)}`, value }
}
