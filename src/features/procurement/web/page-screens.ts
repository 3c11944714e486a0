import type { Right } from '#web/platform.ts'
import type { Screen } from '#web/screen.ts'
import type { Workbench } from '#contract/workbench.ts'
import type { AnyMethod } from '../methods/method.ts'
import type { Page } from '../methods/pages.ts'
import { patternsOf } from '../methods/places.ts'
import { fillWords } from '../methods/words.ts'

/** What a page of a step shows. Its title holds words of the method in braces. */
export interface PageScreen extends Pick<Screen, 'load' | 'cached' | 'props' | 'layout' | 'hideClock'> {
  title: string | ((method: AnyMethod) => string)
  menu?: string | ((method: AnyMethod) => string)
  /** Rights of which one is enough, by side. */
  right?: (side: Workbench) => Right | Right[]
}

/**
 * The screens of pages, at the addresses that all methods give them. A pattern that several pages or methods share is
 * one screen: the first, for whoever may see any of them.
 */
export function screensOf(pages: Partial<Record<Page, PageScreen>>, sides: readonly Workbench[]): Screen[] {
  const screens = new Map<string, Screen>()
  for (const [page, { title, menu, right, ...rest }] of Object.entries(pages) as [Page, PageScreen][])
    for (const { side, method, path } of patternsOf(page, sides)) {
      const rights = [right?.(side) ?? []].flat()
      const known = screens.get(path)
      if (known) {
        // A page that asks for no right is for everybody of its workbench.
        if (known.right === undefined || rights.length === 0) delete known.right
        else known.right = [...new Set([known.right, rights].flat())]
      } else
        screens.set(path, {
          ...rest,
          path,
          title: typeof title === 'function' ? title(method) : fillWords(method.words, title),
          ...(menu !== undefined && { menu: typeof menu === 'function' ? menu(method) : menu }),
          workbench: side,
          ...(rights.length > 0 && { right: rights }),
        })
    }
  return [...screens.values()]
}
