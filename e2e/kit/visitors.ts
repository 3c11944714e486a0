import type { Browser, Page } from '@playwright/test'
import type { Account } from '#demo/people.ts'
import { enter } from './samples.ts'
import { newNotes, newVisitor, type Notes, type Visitor } from './visitor.ts'

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

/** Somebody's window, which several tests of a file look through. */
export interface Window {
  page: Page
  notes: Notes
}

/** Windows by person and workbench: loading the first page into a new browser costs as much as three more into one. */
const windows = new Map<string, Window>()

/** The window of a person, null: of nobody, as the test before left it; opened where it is not open. */
export async function windowOf(
  browser: Browser,
  { base, who, workbench }: { base: string; who: Account | null; workbench: string },
): Promise<Window> {
  const key = `${who ?? ''} ${workbench}`
  const known = windows.get(key)
  if (known && !known.page.isClosed()) return known
  const notes = newNotes()
  const { page } = await newVisitor(browser, { base, notes })
  if (who) await enter(page, { base, who, workbench })
  const opened = { page, notes }
  windows.set(key, opened)
  return opened
}
