import type { Visitor } from './visitor.ts'

/** Looks at a screen with axe; given a folder, also puts pictures of it there, wide and as on a phone. */
export function shotsOf(folder: string | undefined): (visitor: Visitor, screen: string) => Promise<void> {
  return async ({ page, inspect }, screen) => {
    await inspect(screen)
    if (!folder) return
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${folder}/${screen}-${width}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
}
