import type { Browser } from '@playwright/test'
import type { Account } from '#demo/people.ts'
import { enter } from './samples.ts'
import { newVisitor, type Notes, type Visitor } from './visitor.ts'

/** Who somebody is and where they work; null: a browser in which nobody has logged in. */
type Standing = readonly [who: Account, workbench: string] | null

/** Opens a browser of their own for each of these people, by name. */
export async function openVisitors<Name extends string>(
  browser: Browser,
  at: { base: string; notes: Notes },
  people: Record<Name, Standing>,
): Promise<Record<Name, Visitor>> {
  const opened = await Promise.all(
    Object.entries<Standing>(people).map(async ([name, standing]) => {
      const visitor = await newVisitor(browser, at)
      if (standing) await enter(visitor.page, { base: at.base, who: standing[0], workbench: standing[1] })
      return [name, visitor] as const
    }),
  )
  return Object.fromEntries(opened) as Record<Name, Visitor>
}
