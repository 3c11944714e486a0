import { type Compilable, CompiledQuery } from 'kysely'

/*
 * Queries that are built once for each of their shapes. To put a query together and to write it down takes longer than
 * to send it; what is asked a hundred times a second in the same words is written once, with slots where values stand.
 */

/** Stands in a query for a value that each run puts in. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** The same record with slots in place of its values; what is undefined stays so. */
export function slotsOf<V extends object>(values: V): V {
  const slots = Object.entries(values).map(([name, value]) => [name, value === undefined ? undefined : new Slot(name)])
  return Object.fromEntries(slots) as V
}

type Values = Readonly<Record<string, unknown>>
type Kept = Pick<CompiledQuery, 'sql'> & { names: readonly string[] }

/** Pages of every size in every tab make shapes, too. */
const MOST_KEPT = 500
const kept = new Map<string, Kept>()

/**
 * The query of this shape with these values. `build` is given slots and runs once per shape, which must tell everything
 * else that the query depends on. Throws where a value stands in the query outside a slot: it would be everybody's.
 */
export function keptQuery<R, V extends object>(
  shape: string,
  values: V,
  build: (slots: V) => Compilable<R>,
): CompiledQuery<R> {
  let found = kept.get(shape)
  if (!found) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(shape, (found = written(build(slotsOf(values)).compile())))
  }
  const parameters = found.names.map((name) => (values as Values)[name])
  return CompiledQuery.raw(found.sql, parameters)
}

function written({ sql, parameters }: CompiledQuery): Kept {
  const names = parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) throw new Error(`a kept query holds a value outside its slots: ${sql}`)
    return parameter.name
  })
  return { sql, names }
}
