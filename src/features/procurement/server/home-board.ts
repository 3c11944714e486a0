import { type Expression, sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BoardCell } from '#server/feature.ts'

interface Board {
  /** Columns of the rows, each with what it is called. */
  cells: Readonly<Partial<Record<string, string>>>
  /** Address of the list that has the cells as its tabs. */
  list: string
}

/** Counts rows by cell, all of them and those that are `mine`; a row has a truth for each cell and for `mine`. */
export async function boardOf(
  { tx }: Context<Actor>,
  rows: Expression<unknown>,
  { cells, list }: Board,
): Promise<BoardCell[]> {
  const names = Object.keys(cells)
  const counts = names.flatMap((name, i) => [
    sql`count(*) filter (where ${sql.ref(name)})::int as ${sql.ref(`all_${i}`)}`,
    sql`count(*) filter (where ${sql.ref(name)} and mine)::int as ${sql.ref(`mine_${i}`)}`,
  ])
  const { rows: found } = await sql<Record<string, number>>`select ${sql.join(counts)} from ${rows} as t`.execute(tx)
  return names.map((name, i) => ({
    label: cells[name]!,
    count: found[0]![`all_${i}`]!,
    mine: found[0]![`mine_${i}`]!,
    link: `${list}?tab=${name}`,
    mineLink: `${list}?tab=${name}&mine=true`,
  }))
}
